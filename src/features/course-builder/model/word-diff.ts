/** A word-by-word diff of two texts. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/**
 * The comparison takes time proportional to the product of both lengths, so longer texts are shown as
 * replaced.
 */
const WORDS_MAX = 1500

/** Words with their trailing space, so that joining restores the text. */
const splitWords = (text: string): string[] => text.match(/\S+\s*|^\s+/g) ?? []

export const wordDiff = (before: string, after: string): Piece[] => {
  const [oldWords, newWords] = [splitWords(before), splitWords(after)]
  let head = 0
  while (head < oldWords.length && head < newWords.length && oldWords[head] === newWords[head]) head += 1
  let tail = 0
  while (
    tail < oldWords.length - head &&
    tail < newWords.length - head &&
    oldWords[oldWords.length - 1 - tail] === newWords[newWords.length - 1 - tail]
  )
    tail += 1
  const pieces = new PieceList()
  pieces.add('same', oldWords.slice(0, head))
  diffMiddle(
    pieces,
    oldWords.slice(head, oldWords.length - tail),
    newWords.slice(head, newWords.length - tail),
  )
  pieces.add('same', oldWords.slice(oldWords.length - tail))
  return pieces.list
}

class PieceList {
  readonly list: Piece[] = []
  add(kind: Piece['kind'], words: readonly string[]) {
    if (words.length === 0) return
    const last = this.list.at(-1)
    if (last?.kind === kind) last.text += words.join('')
    else this.list.push({ kind, text: words.join('') })
  }
}

const diffMiddle = (pieces: PieceList, oldWords: readonly string[], newWords: readonly string[]) => {
  if (oldWords.length > WORDS_MAX || newWords.length > WORDS_MAX) {
    pieces.add('removed', oldWords)
    pieces.add('added', newWords)
    return
  }
  const width = newWords.length + 1
  // The longest common subsequence, computed from the end.
  const common = new Uint16Array((oldWords.length + 1) * width)
  const lengthAt = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = oldWords.length - 1; row >= 0; row -= 1)
    for (let column = newWords.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        oldWords[row] === newWords[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  let [row, column] = [0, 0]
  while (row < oldWords.length && column < newWords.length) {
    const [word, other] = [oldWords[row] as string, newWords[column] as string]
    if (word === other) {
      pieces.add('same', [word])
      row += 1
      column += 1
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
      pieces.add('removed', [word])
      row += 1
    } else {
      pieces.add('added', [other])
      column += 1
    }
  }
  pieces.add('removed', oldWords.slice(row))
  pieces.add('added', newWords.slice(column))
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
