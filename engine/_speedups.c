/* Move generation in C: the same lists, in the same order, as the tables in engine/move_generation.
 * And the search of the last turns: the same values as in engine/search/quiet_search.py.
 *
 * The module is optional. The Python code is the reference, and tests compare the two. Nothing here
 * knows a rule: the tables describe the steps, lines and leaps of each cell as numbers, and this file
 * follows them. There is no global state, and the lock of the interpreter is never released. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#define MOST 256 /* cells of a board, because Python's tables name a cell by one byte */

/* The links of all cells, one after another. Each cell has the number of its steps and their ends,
 * then the number of its lines. A line has the number of its cells, the number of its landings, the
 * cells, and the landing of a jump over the first, second, ... cell. A landing on the cell at which
 * the line starts means that no jump is allowed. Leaving the board is a landing on the cell after
 * the last one. */
typedef struct {
    PyObject_HEAD
    PyTypeObject *move; /* engine.position.Move */
    newfunc new_tuple;  /* tuple.__new__ */
    int cells;
    int seat; /* as in the low bits of a man's byte */
    int foes_only;
    int relay;
    int16_t *links;
    Py_ssize_t length;  /* of the links */
    PyObject **singles; /* the move along each link, made when it is first needed */
    PyObject **pairs;   /* the pair of each start and end, likewise */
    int32_t steps_at[MOST + 1];
    int32_t lines_at[MOST + 1];
    uint8_t edge[MOST + 1]; /* whether a man can step off the board */
} Generator;

/* A cell that a man has reached, by a link from `parent`; from its own cell if that is -1. */
typedef struct {
    int16_t cell;
    int16_t parent;
    int32_t link;
    int stops;     /* whether the turn may end here */
    int64_t value; /* only for `best` and `highest` */
} Node;

typedef struct {
    uint8_t cells[MOST]; /* a copy, from which the moving man is lifted */
    int16_t men[MOST];
    int men_count;
    Node nodes[2 * MOST + 2]; /* the steps of one man, and then its hops or relayed leaps */
    int steps;
    int count;
    uint8_t seen[MOST + 1];
    PyObject *list;
    PyObject *arguments; /* of tuple.__new__, used again for each move */
} Search;

/* -- arguments ------------------------------------------------------------------------------------ */

/* Return the number of a cell, or -1 with an exception. */
static int cell_of(const Generator *self, PyObject *number)
{
    long cell = PyLong_AsLong(number);
    if (cell == -1 && PyErr_Occurred())
        return -1;
    if (cell < 0 || cell >= self->cells) {
        PyErr_SetString(PyExc_ValueError, "A man is not on the board.");
        return -1;
    }
    return (int)cell;
}

/* Copy the first argument, the cells of a position, if no arguments are missing. */
static int read_cells(const Generator *self, PyObject *const *args, Py_ssize_t missing, Search *search)
{
    char *bytes;
    Py_ssize_t size;
    if (missing) {
        PyErr_SetString(PyExc_TypeError, "The number of arguments is wrong.");
        return -1;
    }
    if (PyBytes_AsStringAndSize(args[0], &bytes, &size) < 0)
        return -1;
    if (size != self->cells) {
        PyErr_SetString(PyExc_ValueError, "The position does not have the cells of this board.");
        return -1;
    }
    memcpy(search->cells, bytes, (size_t)size);
    return 0;
}

/* Copy the arguments `cells` and `men`, which Python code could change meanwhile. */
static int read_position(const Generator *self, PyObject *const *args, Py_ssize_t count, Search *search)
{
    if (read_cells(self, args, count - 2, search) < 0)
        return -1;
    PyObject *men = PySequence_Tuple(args[1]);
    if (men == NULL)
        return -1;
    int cell = 0;
    search->men_count = (int)Py_MIN(PyTuple_Size(men), MOST + 1);
    if (search->men_count > MOST) {
        PyErr_SetString(PyExc_ValueError, "There are more men than cells.");
        cell = -1;
    }
    for (int i = 0; i < search->men_count && cell >= 0; i++) {
        cell = cell_of(self, PyTuple_GetItem(men, i));
        search->men[i] = (int16_t)cell;
    }
    Py_DECREF(men);
    return cell < 0 ? -1 : 0;
}

/* -- search from landing to landing --------------------------------------------------------------- */

static int is_foe(const Generator *self, uint8_t byte)
{
    return (byte & 15) && (byte & 15) != self->seat;
}

static int is_free(const Generator *self, const Search *search, int cell)
{
    return cell == self->cells || !search->cells[cell];
}

static void add(Search *search, int cell, int parent, Py_ssize_t link, int stops)
{
    search->seen[cell] = 1;
    search->nodes[search->count++] = (Node){(int16_t)cell, (int16_t)parent, (int32_t)link, stops, 0};
}

/* Return the index of the landing of a jump along a line, or -1. The man itself is lifted. */
static Py_ssize_t landing_on(const Generator *self, const Search *search, const int16_t *line)
{
    int length = line[0], landings = line[1];
    const int16_t *ray = line + 2;
    int over = 0;
    while (over < landings && !search->cells[ray[over]])
        over++;
    if (over == landings || (self->foes_only && !is_foe(self, search->cells[ray[over]])))
        return -1;
    for (int beyond = over + 1; beyond < length && beyond < 2 * over + 2; beyond++)
        if (search->cells[ray[beyond]])
            return -1;
    return ray + length + over - self->links;
}

/* Find the hops of a man in breadth-first order. */
static void find_hops(const Generator *self, Search *search, int origin)
{
    int from = origin, parent = -1, next = search->count;
    uint8_t man = search->cells[origin];
    search->cells[origin] = 0;
    for (;; parent = next++, from = search->nodes[parent].cell) {
        const int16_t *line = self->links + self->lines_at[from];
        for (int lines = *line++; lines--; line += 2 + line[0] + line[1]) {
            if (line[1] == 1 && !search->cells[line[2]])
                continue; /* the most frequent case: no man to jump over */
            Py_ssize_t link = landing_on(self, search, line);
            if (link >= 0 && !search->seen[self->links[link]])
                add(search, self->links[link], parent, link, 1);
        }
        if (next == search->count)
            break;
    }
    search->cells[origin] = man;
}

/* Find the leaps of a man by way of enemies, except to cells that one leap reaches. */
static void find_relays(const Generator *self, Search *search, int origin)
{
    const int16_t *leaps = self->links + self->steps_at[origin];
    int next = search->count;
    for (int i = 1; i <= leaps[0]; i++)
        if (!search->seen[leaps[i]] && is_foe(self, search->cells[leaps[i]]))
            add(search, leaps[i], -1, 0, 0);
    for (int i = 1; i <= leaps[0]; i++)
        search->seen[leaps[i]] = 1;
    for (; next < search->count; next++) {
        const int16_t *onward = self->links + self->steps_at[search->nodes[next].cell];
        for (int stops = search->nodes[next].stops ? -1 : 1; stops >= 0; stops--)
            for (int i = 1; i <= onward[0]; i++) {
                int to = onward[i];
                if (search->seen[to])
                    continue;
                if (stops ? is_free(self, search, to) : is_foe(self, search->cells[to]))
                    add(search, to, next, 0, stops);
            }
    }
}

/* Find the turns of a man: the ends of its steps, and the nodes of its other turns. */
static void find_turns(const Generator *self, Search *search, int origin)
{
    Py_ssize_t link = self->steps_at[origin], last = link + self->links[link];
    search->count = 0;
    while (++link <= last)
        if (is_free(self, search, self->links[link]))
            add(search, self->links[link], -1, link, 1);
    search->steps = search->count;
    if (!self->relay && !self->links[self->lines_at[origin]])
        return;
    memset(search->seen, 0, sizeof search->seen);
    search->seen[origin] = 1;
    search->seen[self->cells] = self->edge[origin];
    if (self->relay)
        find_relays(self, search, origin);
    else
        find_hops(self, search, origin);
}

/* -- lists ---------------------------------------------------------------------------------------- */

static PyObject *number_of(const Generator *self, int cell)
{
    return PyLong_FromLong(cell == self->cells ? -1 : cell);
}

/* Append an object to the list of a search, and release the reference. */
static int append(Search *search, PyObject *item)
{
    int failed = item == NULL || PyList_Append(search->list, item) < 0;
    Py_XDECREF(item);
    return failed;
}

/* Return the list of a search, or NULL after a failure. */
static PyObject *list_unless(int failed, Search *search)
{
    if (failed)
        Py_CLEAR(search->list);
    return search->list;
}

/* Return the route to a node as a tuple of cells. */
static PyObject *path_to(const Generator *self, const Search *search, int origin, int node)
{
    Py_ssize_t place = 1;
    for (int each = node; each >= 0; each = search->nodes[each].parent)
        place++;
    PyObject *path = PyTuple_New(place);
    while (path != NULL && place--) {
        PyObject *number = number_of(self, node < 0 ? origin : search->nodes[node].cell);
        if (number == NULL || PyTuple_SetItem(path, place, number) < 0)
            Py_CLEAR(path);
        node = node < 0 ? node : search->nodes[node].parent;
    }
    return path;
}

/* Return a Move with the route to a node. Its memory is initialized by tuple.__new__, because newer
 * versions of Python keep more in a tuple than its items. */
static PyObject *new_move(const Generator *self, const Search *search, int origin, int node)
{
    PyObject *path = path_to(self, search, origin, node);
    if (path == NULL || PyTuple_SetItem(PyTuple_GetItem(search->arguments, 0), 0, path) < 0)
        return NULL;
    return self->new_tuple(self->move, search->arguments, NULL);
}

/* Append the object in this place to the list. It is made now if the place is empty, but the garbage
 * collector may run code that has made it meanwhile. */
static int append_kept(Search *search, PyObject **place, PyObject *made)
{
    PyObject *other = *place;
    if (made != NULL) {
        *place = made;
        Py_XDECREF(other);
    }
    return *place == NULL || PyList_Append(search->list, *place) < 0;
}

static int append_moves(Generator *self, Search *search, int origin)
{
    int failed = 0;
    for (int i = 0; i < search->count && !failed; i++) {
        const Node *node = &search->nodes[i];
        PyObject **place = &self->singles[node->link];
        if (node->stops && node->parent >= 0)
            failed = append(search, new_move(self, search, origin, i));
        else if (node->stops)
            failed = append_kept(search, place, *place ? NULL : new_move(self, search, origin, i));
    }
    return failed;
}

static int append_pairs(Generator *self, Search *search, int origin)
{
    int failed = 0;
    for (int i = 0; i < search->count && !failed; i++) {
        Node *node = &search->nodes[i];
        PyObject **place = &self->pairs[origin * (self->cells + 1) + node->cell];
        node->parent = -1; /* a pair is the route without its landings */
        if (node->stops)
            failed = append_kept(search, place, *place ? NULL : path_to(self, search, origin, i));
    }
    return failed;
}

static int append_ends(Generator *self, Search *search, int origin)
{
    PyObject *list = search->list, *ends = search->list = PyList_New(0);
    int failed = ends == NULL;
    for (int i = 0; i < search->count && !failed; i++)
        if (search->nodes[i].stops)
            failed = append(search, number_of(self, search->nodes[i].cell));
    search->list = list;
    if (!failed)
        failed = append(search, Py_BuildValue("(iO)", origin, ends));
    Py_XDECREF(ends);
    return failed;
}

typedef int Appender(Generator *, Search *, int);

/* Return the list to which `appender` appends the turns of each man. */
static PyObject *list_turns(Appender *appender, Generator *self, PyObject *const *args, Py_ssize_t count)
{
    Search search;
    if (read_position(self, args, count, &search) < 0)
        return NULL;
    search.list = PyList_New(0);
    search.arguments = Py_BuildValue("((Oi))", Py_None, 0);
    int failed = search.list == NULL || search.arguments == NULL;
    for (int i = 0; i < search.men_count && !failed; i++) {
        find_turns(self, &search, search.men[i]);
        failed = appender(self, &search, search.men[i]);
    }
    Py_XDECREF(search.arguments);
    return list_unless(failed, &search);
}

#define LISTING(name) \
    static PyObject *generator_##name(Generator *self, PyObject *const *args, Py_ssize_t count) \
    { \
        return list_turns(append_##name, self, args, count); \
    }
LISTING(moves)
LISTING(pairs)
LISTING(ends)

static PyObject *generator_steps(Generator *self, PyObject *const *args, Py_ssize_t count)
{
    Search search;
    int cell;
    if (read_cells(self, args, count - 2, &search) < 0 || (cell = cell_of(self, args[1])) < 0)
        return NULL;
    search.list = PyList_New(0);
    int failed = search.list == NULL;
    const int16_t *steps = self->links + self->steps_at[cell];
    for (int i = 1; i <= steps[0] && !failed; i++)
        failed = is_free(self, &search, steps[i]) && append(&search, number_of(self, steps[i]));
    return list_unless(failed, &search);
}

static PyObject *generator_jumps(Generator *self, PyObject *const *args, Py_ssize_t count)
{
    Search search;
    int cell, origin;
    if (read_cells(self, args, count - 3, &search) < 0 || (cell = cell_of(self, args[1])) < 0
        || (origin = cell_of(self, args[2])) < 0)
        return NULL;
    search.list = PyList_New(0);
    search.cells[origin] = 0;
    int failed = search.list == NULL;
    const int16_t *line = self->links + self->lines_at[cell];
    for (int lines = *line++; lines-- && !failed; line += 2 + line[0] + line[1]) {
        Py_ssize_t link = landing_on(self, &search, line);
        int to = link < 0 ? cell : self->links[link];
        failed = to != cell && to != origin && append(&search, number_of(self, to));
    }
    return list_unless(failed, &search);
}

/* -- best moves ----------------------------------------------------------------------------------- */

/* Return the value of a turn: that of its start plus that of its end. `values` has eight bytes for each
 * start and then for each end. The sum of foreign numbers cannot overflow in an undefined way. */
static int64_t value_of(const Generator *self, const char *values, int origin, int to)
{
    uint64_t start, end;
    memcpy(&start, values + 8 * origin, 8);
    memcpy(&end, values + 8 * (self->cells + to), 8);
    return (int64_t)(start + end);
}

/* Value the turns of a man from `first` to `last`; return the highest value. */
static int64_t value_turns(const Generator *self, Search *search, const char *values, int origin, int first,
                           int last)
{
    int64_t highest = INT64_MIN;
    for (Node *node = search->nodes + first; node < search->nodes + last; node++) {
        node->value = value_of(self, values, origin, node->cell);
        if (node->stops && node->value > highest)
            highest = node->value;
    }
    return highest;
}

/* Return the end with the highest value. */
static int best_end(const Generator *self, const char *values)
{
    int best = 0;
    for (int to = 1; to <= self->cells; to++)
        if (value_of(self, values, 0, to) > value_of(self, values, 0, best))
            best = to;
    return best;
}

/* Insert a value into the highest ones, which are in descending order; return their number. */
static Py_ssize_t insert(int64_t value, int64_t *highest, Py_ssize_t count, Py_ssize_t width)
{
    if (count == width && (!width || value <= highest[count - 1]))
        return count;
    Py_ssize_t at = count < width ? count++ : count - 1;
    for (; at > 0 && highest[at - 1] < value; at--)
        highest[at] = highest[at - 1];
    highest[at] = value;
    return count;
}

/* Copy the arguments `values`, `cells` and `men`; return the first of them, or NULL. */
static const char *read_valued(const Generator *self, PyObject *const *args, Py_ssize_t count, Search *search)
{
    char *values;
    Py_ssize_t size;
    if (count != 5) {
        PyErr_SetString(PyExc_TypeError, "There must be five arguments.");
        return NULL;
    }
    if (PyBytes_AsStringAndSize(args[0], &values, &size) < 0)
        return NULL;
    if (size != 8 * (2 * self->cells + 1)) {
        PyErr_SetString(PyExc_ValueError, "There must be a value for each start and each end.");
        return NULL;
    }
    return read_position(self, args + 1, 2, search) < 0 ? NULL : values;
}

/* Return the value of the best turn of the men, or of one that is at least `enough`; INT64_MIN if there
 * is none. The man on `first` comes before all others. The steps of a man are compared with `enough`
 * before its other turns. */
static int64_t find_best(const Generator *self, Search *search, const char *values, int64_t enough,
                         int64_t first)
{
    int64_t best = INT64_MIN;
    int tried = 0, nearest = best_end(self, values);
    while (tried < search->men_count && search->men[tried] != first)
        tried++;
    for (int i = tried < search->men_count ? -1 : 0; i < search->men_count; i++) {
        int origin = search->men[i < 0 ? tried : i];
        if (value_of(self, values, origin, nearest) <= best)
            continue; /* no turn of this man can be better */
        find_turns(self, search, origin);
        for (int from = 0, to = search->steps, part = 0; part < 2; part++, from = to, to = search->count) {
            int64_t highest = value_turns(self, search, values, origin, from, to);
            best = Py_MAX(best, highest);
            if (best >= enough && best != INT64_MIN)
                return best;
        }
    }
    return best;
}

/* Find the values of the `width` best turns, in descending order; return their number. The steps of a
 * man, or its other turns, are left out if all their values are below `least`. */
static Py_ssize_t find_highest(const Generator *self, Search *search, const char *values, Py_ssize_t width,
                               double least, int64_t *highest)
{
    Py_ssize_t kept = 0;
    int nearest = best_end(self, values);
    for (int i = 0; i < search->men_count; i++) {
        int origin = search->men[i];
        if (kept == width && (!width || value_of(self, values, origin, nearest) <= highest[kept - 1]))
            continue; /* no turn of this man can be among the best */
        find_turns(self, search, origin);
        for (int from = 0, to = search->steps, part = 0; part < 2; part++, from = to, to = search->count)
            if ((double)value_turns(self, search, values, origin, from, to) >= least)
                for (int turn = from; turn < to; turn++)
                    if (search->nodes[turn].stops)
                        kept = insert(search->nodes[turn].value, highest, kept, width);
    }
    return kept;
}

/* best(values, cells, men, enough, first): return the result of `find_best`, or None. */
static PyObject *generator_best(Generator *self, PyObject *const *args, Py_ssize_t count)
{
    Search search;
    const char *values = read_valued(self, args, count, &search);
    if (values == NULL)
        return NULL;
    int beyond; /* not 0 if the number does not fit */
    int64_t enough = PyLong_AsLongLongAndOverflow(args[3], &beyond);
    long first = PyLong_AsLong(args[4]);
    if (PyErr_Occurred())
        return NULL;
    enough = beyond < 0 ? INT64_MIN : beyond ? INT64_MAX : enough;
    int64_t best = find_best(self, &search, values, enough, first);
    return best == INT64_MIN ? Py_NewRef(Py_None) : PyLong_FromLongLong(best);
}

/* highest(values, cells, men, width, least): return the result of `find_highest`. */
static PyObject *generator_highest(Generator *self, PyObject *const *args, Py_ssize_t count)
{
    Search search;
    const char *values = read_valued(self, args, count, &search);
    if (values == NULL)
        return NULL;
    Py_ssize_t width = PyLong_AsSsize_t(args[3]);
    double least = PyFloat_AsDouble(args[4]);
    if (PyErr_Occurred())
        return NULL;
    if (width < 0) {
        PyErr_SetString(PyExc_ValueError, "The number of moves is negative.");
        return NULL;
    }
    width = Py_MIN(width, (Py_ssize_t)search.men_count * (2 * MOST + 2));
    int64_t *highest = PyMem_Calloc((size_t)width, sizeof(int64_t));
    if (highest == NULL)
        return PyErr_NoMemory();
    Py_ssize_t kept = find_highest(self, &search, values, width, least, highest);
    search.list = PyList_New(0);
    int failed = search.list == NULL;
    for (Py_ssize_t i = 0; i < kept && !failed; i++)
        failed = append(&search, PyLong_FromLongLong(highest[i]));
    PyMem_Free(highest);
    return list_unless(failed, &search);
}

/* -- search of the last turns --------------------------------------------------------------------- */

#define WIDEST 64   /* turns of one position */
#define DEEPEST 5   /* turns in a row, as in quiet_search.py */
#define REDUCED 3   /* likewise, the least depth at which late turns are searched less deep */
#define BITS 9      /* of a cell in a value: engine/search/candidate_moves.py has the format */
#define CELL ((1 << BITS) - 1)
#define PAIR ((1 << 2 * BITS) - 1)
#define A_MAN 1     /* the cell needs a man of any seat */
#define NO_MAN 2    /* the cell needs to be free of men of the seat */
#define MOST_POINTS ((int64_t)1 << 40)

/* A search of the turns of two seats; 0 is the seat to move. */
typedef struct {
    const Generator *generators[2];
    const char *values[2];
    const char *needs[2]; /* what each cell needs if the seat is to reach its goal */
    int64_t killers[2]; /* the man whose turn was the last one searched, for each seat */
    int width;
    int unreduced; /* turns that are always searched to full depth */
    long positions;
    int decides; /* whether some turn, or having none, may decide the game */
    Search search;
} Duel;

/* Whether the low bits of the values name the start and the end of a turn. */
static int are_codes(const Generator *self, const char *values)
{
    uint64_t start, end;
    for (int cell = 0; cell <= self->cells; cell++) {
        memcpy(&start, values + 8 * (cell % self->cells), 8);
        memcpy(&end, values + 8 * (self->cells + cell), 8);
        if ((start & PAIR) != (uint64_t)(cell % self->cells) << BITS
            || (end & PAIR) != (uint64_t)(cell < self->cells ? cell + 1 : 0))
            return 0;
    }
    return 1;
}

/* Note whether the seat may reach its goal by a turn that it has just made. */
static void note_end(Duel *duel, int seat, int origin, int end)
{
    const Generator *self = duel->generators[seat];
    const char *needs = duel->needs[seat];
    if (needs[origin] == (end < 0 ? 0 : needs[end]))
        return;
    for (int cell = 0; cell < self->cells; cell++) {
        uint8_t man = duel->search.cells[cell];
        if (needs[cell] == A_MAN ? !man : needs[cell] == NO_MAN && (man & 15) == self->seat)
            return;
    }
    duel->decides = 1;
}

/* Return the value for the seat to move, which leads by `lead` points. The turn `first` comes first,
 * and `best_turn` becomes the best one; both are the low bits of a value. This function is the same as
 * `QuietSearch._search` in engine/search/quiet_search.py. */
static int64_t search_turns(Duel *duel, int seat, int depth, int64_t low, int64_t high, int64_t lead,
                            int64_t first, int64_t *best_turn)
{
    const Generator *self = duel->generators[seat];
    Search *search = &duel->search;
    uint8_t *cells = search->cells;
    int64_t turns[WIDEST], best, reply;
    *best_turn = -1;
    if (duel->decides)
        return 0; /* no value matters any more */
    duel->positions++;
    if (depth == 1 && lead >= high)
        return lead;
    search->men_count = 0;
    for (int cell = 0; cell < self->cells; cell++)
        if ((cells[cell] & 15) == self->seat)
            search->men[search->men_count++] = (int16_t)cell;
    int count;
    if (depth == 1) {
        int64_t enough = (int64_t)((uint64_t)(high - lead) << 2 * BITS);
        turns[0] = find_best(self, search, duel->values[seat], enough, duel->killers[seat]);
        if (turns[0] == INT64_MIN)
            return lead;
        duel->killers[seat] = turns[0] >> BITS & CELL;
        count = 1;
    } else {
        count = (int)find_highest(self, search, duel->values[seat], duel->width, (double)INT64_MIN, turns);
        if (!count) {
            duel->decides = 1; /* nobody may be able to move */
            return 0;
        }
    }
    for (int i = 1; i < count; i++)
        if ((turns[i] & PAIR) == first) {
            int64_t known = turns[i];
            memmove(turns + 1, turns, (size_t)i * sizeof *turns);
            turns[0] = known;
        }
    best = INT64_MIN;
    for (int i = 0; i < count && best < high && !duel->decides; i++) {
        int64_t value = lead + (turns[i] >> 2 * BITS), gained = value;
        int origin = turns[i] >> BITS & CELL, end = (turns[i] & CELL) - 1;
        uint8_t man = cells[origin];
        cells[origin] = 0;
        if (end >= 0)
            cells[end] = man;
        note_end(duel, seat, origin, end);
        if (depth > 2 || (depth == 2 && value > low)) { /* a reply can only lower the value */
            int late = i >= duel->unreduced && depth > REDUCED;
            if (late)
                value = -search_turns(duel, !seat, depth - 3, -low - 1, -low, -gained, -1, &reply);
            if (!late || value > low)
                value = -search_turns(duel, !seat, depth - 1, -high, -low, -gained, -1, &reply);
        }
        if (end >= 0)
            cells[end] = 0;
        cells[origin] = man;
        if (value > best) {
            best = value;
            *best_turn = turns[i] & PAIR;
            low = Py_MAX(low, value);
        }
    }
    return best;
}

/* search(values, needs, rival, its values, its needs, cells, depth, width, unreduced, low, high, lead,
 * first, killer, its killer): return the value, the best turn or -1, the number of positions, and the
 * killers; None if a turn may decide the game. */
static PyObject *generator_search(Generator *self, PyObject *args)
{
    Duel duel = {.generators = {self}, .positions = 0, .decides = 0};
    PyObject *rival;
    Py_ssize_t values[2], needs[2], size;
    const char *cells;
    int depth;
    long long low, high, lead, first, killers[2];
    if (!PyArg_ParseTuple(args, "y#y#O!y#y#y#iiiLLLLLL", &duel.values[0], &values[0], &duel.needs[0],
                          &needs[0], Py_TYPE((PyObject *)self), &rival, &duel.values[1], &values[1],
                          &duel.needs[1], &needs[1], &cells, &size, &depth, &duel.width, &duel.unreduced,
                          &low, &high, &lead, &first, &killers[0], &killers[1]))
        return NULL;
    duel.generators[1] = (Generator *)rival;
    duel.killers[0] = killers[0];
    duel.killers[1] = killers[1];
    int wrong = size != self->cells || size != duel.generators[1]->cells;
    for (int seat = 0; seat < 2; seat++)
        wrong = wrong || values[seat] != 8 * (2 * size + 1) || needs[seat] != size
                || !are_codes(self, duel.values[seat]);
    if (wrong || depth < 1 || depth > DEEPEST || duel.width < 1 || duel.width > WIDEST || low < -MOST_POINTS
        || high > MOST_POINTS || low > high || lead < -MOST_POINTS || lead > MOST_POINTS) {
        PyErr_SetString(PyExc_ValueError, "These are not the values or the limits of a search.");
        return NULL;
    }
    memcpy(duel.search.cells, cells, (size_t)size);
    int64_t turn, value = search_turns(&duel, 0, depth, low, high, lead, first, &turn);
    if (duel.decides)
        return Py_NewRef(Py_None);
    return Py_BuildValue("LLlLL", (long long)value, (long long)turn, duel.positions,
                         (long long)duel.killers[0], (long long)duel.killers[1]);
}

/* -- generators ----------------------------------------------------------------------------------- */

/* Check the links, and note where those of each cell begin. OFF becomes the last number. */
static int index_links(Generator *self)
{
    Py_ssize_t at = 0, end = self->length;
    for (int cell = 0; cell <= self->cells; cell++) {
        self->steps_at[cell] = (int32_t)at;
        if (at >= end || self->links[at] < 0 || self->links[at] > Py_MIN(self->cells + 1, end - at - 1))
            return -1;
        for (int steps = self->links[at++]; steps--; at++) {
            if (self->links[at] == -1) {
                self->links[at] = (int16_t)self->cells;
                self->edge[cell] = 1;
            }
            if (self->links[at] < 0 || self->links[at] > self->cells)
                return -1;
        }
        self->lines_at[cell] = (int32_t)at;
        if (at >= end || self->links[at] < 0 || self->links[at] > MOST)
            return -1;
        for (int lines = self->links[at++]; lines--;) {
            if (end - at < 2)
                return -1;
            int length = self->links[at], landings = self->links[at + 1];
            at += 2;
            if (length < 0 || landings < 0 || landings > length || end - at < length + landings)
                return -1;
            for (int i = 0; i < length + landings; i++, at++) {
                if (i >= length && self->links[at] == -1)
                    self->links[at] = (int16_t)self->cells;
                if (self->links[at] < 0 || self->links[at] > self->cells - (i < length))
                    return -1;
            }
        }
    }
    return at == end ? 0 : -1;
}

static PyObject *generator_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *move;
    int cells, seat, foes_only, relay;
    const char *bytes;
    Py_ssize_t size;
    char *names[] = {"move", "cells", "seat", "foes_only", "relay", "links", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Oiippy#", names, &move, &cells, &seat, &foes_only,
                                     &relay, &bytes, &size))
        return NULL;
    if (!PyType_Check(move) || !PyType_IsSubtype((PyTypeObject *)move, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "The type of the moves is not a kind of tuple.");
        return NULL;
    }
    if (cells < 1 || cells > MOST || seat < 1 || seat > 15 || size > INT32_MAX || size % 2) {
        PyErr_SetString(PyExc_ValueError, "The cells, the seat or the links are not those of a board.");
        return NULL;
    }
    Generator *self = (Generator *)((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(move);
    self->move = (PyTypeObject *)move;
    self->new_tuple = (newfunc)PyType_GetSlot(&PyTuple_Type, Py_tp_new);
    self->cells = cells;
    self->seat = seat;
    self->foes_only = foes_only;
    self->relay = relay;
    self->length = size / (Py_ssize_t)sizeof(int16_t) + 2; /* leaving the board leads nowhere */
    self->links = PyMem_Calloc((size_t)self->length, sizeof(int16_t));
    self->singles = PyMem_Calloc((size_t)self->length, sizeof(PyObject *));
    self->pairs = PyMem_Calloc((size_t)cells * (cells + 1), sizeof(PyObject *));
    if (self->links == NULL || self->singles == NULL || self->pairs == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    memcpy(self->links, bytes, ((size_t)self->length - 2) * sizeof(int16_t));
    if (index_links(self) < 0) {
        PyErr_SetString(PyExc_ValueError, "The links do not describe the cells of a board.");
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

static void free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* The garbage collector need not know a generator, because a move cannot refer to one. */
static void generator_dealloc(Generator *self)
{
    for (Py_ssize_t i = 0; self->singles != NULL && i < self->length; i++)
        Py_XDECREF(self->singles[i]);
    for (int i = 0; self->pairs != NULL && i < self->cells * (self->cells + 1); i++)
        Py_XDECREF(self->pairs[i]);
    PyMem_Free(self->singles);
    PyMem_Free(self->pairs);
    PyMem_Free(self->links);
    Py_XDECREF((PyObject *)self->move);
    free_object((PyObject *)self);
}

/* -- module --------------------------------------------------------------------------------------- */

#define METHOD(name) {#name, (PyCFunction)(void (*)(void))generator_##name, METH_FASTCALL, NULL}

static PyMethodDef generator_methods[] = {
    METHOD(moves), METHOD(ends), METHOD(pairs), METHOD(steps), METHOD(jumps), METHOD(best), METHOD(highest),
    {"search", (PyCFunction)generator_search, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot generator_slots[] = {
    {Py_tp_new, generator_new},
    {Py_tp_dealloc, generator_dealloc},
    {Py_tp_methods, generator_methods},
    {0, NULL},
};

static PyType_Spec generator_spec = {
    "engine._speedups.Generator", sizeof(Generator), 0, Py_TPFLAGS_DEFAULT, generator_slots,
};

static int add_type(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &generator_spec, NULL);
    int failed = type == NULL || PyModule_AddObjectRef(module, "Generator", type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, add_type}, {0, NULL}};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, "engine._speedups", "Optional move generation and search in C.", 0, NULL,
    module_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__speedups(void)
{
    return PyModuleDef_Init(&module_definition);
}
