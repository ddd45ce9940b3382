/** Mentions in a body: an @ at the start of a word, then a user name, with the server's rules. */
import type { Mention } from './posts.ts'

const MENTION = /(?<![\p{L}\p{M}\p{N}_.@/-])@([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63})/gu
/** A full stop ends the sentence, not the name. */
const ENDING = /[._-]+$/

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

/** A piece of text, or a mentioned person. */
export type Piece = string | { person: Mention; typed: string }

/** Splits the text at its mentions; a name that the server did not resolve stays text. */
export const piecesOf = (text: string, people: readonly Mention[]): Piece[] => {
  const byName = new Map(people.map((person) => [keyOf(person.user_name), person]))
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(MENTION)) {
    const typed = `@${(match[1] ?? '').replace(ENDING, '')}`
    const person = byName.get(keyOf(typed.slice(1)))
    if (!person) continue
    if (match.index > end) pieces.push(text.slice(end, match.index))
    pieces.push({ person, typed })
    end = match.index + typed.length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** The letters of a mention being typed before the cursor (`@`, `@as`), or null. */
export const partialName = (before: string): string | null =>
  /(?<![\p{L}\p{M}\p{N}_.@/-])@((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63})?)$/u.exec(before)?.[1] ?? null
