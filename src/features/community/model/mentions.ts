/** Names in a body: an @ that begins a word, then a user name, as the server reads them. */
import type { Mention } from './posts.ts'

const NAMED = /(?<![\p{L}\p{M}\p{N}_.@/-])@([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63})/gu
/** A full stop ends the sentence and not the name. */
const ENDING = /[._-]+$/

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

/** A stretch of text, or somebody named in it. */
export type Piece = string | { person: Mention; typed: string }

/** The text in pieces; a name that the server did not resolve stays text. */
export const piecesOf = (text: string, people: readonly Mention[]): Piece[] => {
  const known = new Map(people.map((person) => [keyOf(person.user_name), person]))
  const pieces: Piece[] = []
  let from = 0
  for (const found of text.matchAll(NAMED)) {
    const typed = `@${(found[1] ?? '').replace(ENDING, '')}`
    const person = known.get(keyOf(typed.slice(1)))
    if (!person) continue
    if (found.index > from) pieces.push(text.slice(from, found.index))
    pieces.push({ person, typed })
    from = found.index + typed.length
  }
  if (from < text.length) pieces.push(text.slice(from))
  return pieces
}

/** What stands before the cursor when somebody begins a name: `@`, `@as`. Null otherwise. */
export const nameBegun = (before: string): string | null =>
  /(?<![\p{L}\p{M}\p{N}_.@/-])@((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63})?)$/u.exec(before)?.[1] ?? null
