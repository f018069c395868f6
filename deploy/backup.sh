#!/usr/bin/env bash
# A dated copy of the games, taken while the bot runs; copies that are too old go.
# Usage: backup.sh FOLDER [HOW MANY DAYS TO KEEP THEM, 14 unless told]
# Run it as the user that the bot runs as, with HALMA_DATABASE set as the bot has it.
set -euo pipefail
umask 077
export LC_ALL=C

folder=${1:?backup.sh needs the folder for the copies}
days=${2:-14}
[[ $days =~ ^[1-9][0-9]*$ ]] || { echo "backup.sh: cannot keep copies for '$days' days" >&2; exit 2; }

mkdir -p "$folder"
copy="$folder/halma-$(date -u +%Y%m%dT%H%M%SZ).sqlite3"
"${HALMA_BOT:-halma-bot}" db backup "$copy"
[[ -s $copy ]] || { echo "backup.sh: $copy was not written" >&2; exit 1; }

# Who was forgotten since an older copy was made must be forgotten again when that is restored.
database=${HALMA_DATABASE:-data/halma.sqlite3}
name=${database##*/}
forgotten="$(dirname -- "$database")/${name%.*}.forgotten"
if [[ -f $forgotten ]]; then
  cp -- "$forgotten" "$folder/halma.forgotten.part"
  mv -- "$folder/halma.forgotten.part" "$folder/halma.forgotten"
fi

# The names tell the age; only names of this form are ever removed, and never the copy just made.
oldest="halma-$(date -u -d "-$days days" +%Y%m%dT%H%M%SZ).sqlite3"
shopt -s nullglob
for old in "$folder"/halma-????????T??????Z.sqlite3; do
  if [[ ${old##*/} < $oldest && $old != "$copy" ]]; then rm -- "$old"; fi
done
