#!/usr/bin/env bash
# Create a dated copy of the games while the bot is running, and remove old copies.
# Usage: backup.sh FOLDER [DAYS]    (default: keep copies for 14 days)
# Run it as the bot's user, with the same HALMA_DATABASE.
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

# The erasure log: people erased since an older copy was made must be erased again when it is restored.
database=${HALMA_DATABASE:-data/halma.sqlite3}
name=${database##*/}
forgotten="$(dirname -- "$database")/${name%.*}.forgotten"
if [[ -f $forgotten ]]; then
  cp -- "$forgotten" "$folder/halma.forgotten.part"
  mv -- "$folder/halma.forgotten.part" "$folder/halma.forgotten"
fi

# The age is in the name. Only names of this form are removed, and never the new copy.
oldest="halma-$(date -u -d "-$days days" +%Y%m%dT%H%M%SZ).sqlite3"
shopt -s nullglob
for old in "$folder"/halma-????????T??????Z.sqlite3; do
  if [[ ${old##*/} < $oldest && $old != "$copy" ]]; then rm -- "$old"; fi
done
