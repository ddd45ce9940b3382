/** A word-by-word diff of two texts. */
import { diffArrays } from 'diff'

export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/**
 * The number of changed words up to which they are compared. The time grows with its square: 0.25 s were
 * measured for two different texts of 20,000 words. Texts that differ more are shown as replaced.
 */
const CHANGES_MAX = 2000

/**
 * Words with their trailing space, so that joining restores the text. The library's own words are Latin: it
 * cuts Hindi and Arabic into single characters.
 */
const splitWords = (text: string): string[] => text.match(/\S+\s*|^\s+/g) ?? []

export const wordDiff = (before: string, after: string): Piece[] => {
  const [oldWords, newWords] = [splitWords(before), splitWords(after)]
  // Without the common start and end, a passage inserted into a long text costs no time.
  const head = commonStart(oldWords, newWords)
  const tail = commonStart(oldWords.slice(head).reverse(), newWords.slice(head).reverse())
  const [oldMiddle, newMiddle] = [oldWords, newWords].map((words) => words.slice(head, words.length - tail))
  return joinPieces([
    { kind: 'same', words: oldWords.slice(0, head) },
    ...diffMiddle(oldMiddle ?? [], newMiddle ?? []),
    { kind: 'same', words: oldWords.slice(oldWords.length - tail) },
  ])
}

type WordPiece = { kind: Piece['kind']; words: string[] }

const commonStart = (one: readonly string[], other: readonly string[]): number => {
  const end = one.findIndex((word, index) => word !== other[index])
  return end === -1 ? one.length : end
}

const diffMiddle = (oldWords: string[], newWords: string[]): WordPiece[] =>
  diffArrays(oldWords, newWords, { maxEditLength: CHANGES_MAX })?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    words: value,
  })) ?? [
    { kind: 'removed', words: oldWords },
    { kind: 'added', words: newWords },
  ]

/** Joins neighbours of one kind and leaves out empty pieces. */
const joinPieces = (pieces: readonly WordPiece[]): Piece[] => {
  const joined: Piece[] = []
  for (const { kind, words } of pieces) {
    const last = joined.at(-1)
    if (words.length === 0) continue
    if (last?.kind === kind) last.text += words.join('')
    else joined.push({ kind, text: words.join('') })
  }
  return joined
}

/** The number of words shown around a change. */
const CONTEXT_WORDS = 10

/** Shortens long unchanged stretches in their middle. */
export const withContext = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece, index) => {
    if (piece.kind !== 'same') return piece
    const words = splitWords(piece.text)
    const [before, after] = [index > 0 ? CONTEXT_WORDS : 0, index < pieces.length - 1 ? CONTEXT_WORDS : 0]
    if (words.length <= before + after + 3) return piece
    const [head, tail] = [words.slice(0, before), after > 0 ? words.slice(-after) : []]
    return { kind: 'same', text: [...head, '… ', ...tail].join('') }
  })
