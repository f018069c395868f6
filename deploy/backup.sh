#!/usr/bin/env bash
# A dated copy of the games, taken while the bot runs; the oldest copies go.
# Usage: backup.sh FOLDER [HOW MANY TO KEEP, 14 unless told]
# Run it as the user that the bot runs as, with HALMA_DATABASE set as the bot has it.
set -euo pipefail
umask 077

folder=${1:?backup.sh needs the folder for the copies}
keep=${2:-14}
[[ $keep =~ ^[1-9][0-9]*$ ]] || { echo "backup.sh: cannot keep '$keep' copies" >&2; exit 2; }

mkdir -p "$folder"
copy="$folder/halma-$(date -u +%Y%m%dT%H%M%SZ).sqlite3"
"${HALMA_BOT:-halma-bot}" db backup "$copy"
[[ -s $copy ]] || { echo "backup.sh: $copy was not written" >&2; exit 1; }

# The names sort by date; only names of this form are ever removed.
shopt -s nullglob
copies=("$folder"/halma-????????T??????Z.sqlite3)
for old in "${copies[@]:0:$(( ${#copies[@]} > keep ? ${#copies[@]} - keep : 0 ))}"; do
  rm -- "$old"
done
