/** What changed between two texts, word by word, for reading. */
export type Piece = { kind: 'same' | 'added' | 'removed'; text: string }

/** Comparing costs the product of both lengths: longer texts are shown as replaced as a whole. */
const WORDS_MAX = 1500

/** Words with the space after them, so that joining gives the text back. */
const wordsOf = (text: string): string[] => text.match(/\S+\s*|^\s+/g) ?? []

export const wordDiff = (before: string, after: string): Piece[] => {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  let head = 0
  while (head < old.length && head < next.length && old[head] === next[head]) head += 1
  let tail = 0
  while (
    tail < old.length - head &&
    tail < next.length - head &&
    old[old.length - 1 - tail] === next[next.length - 1 - tail]
  )
    tail += 1
  const pieces = new Pieces()
  pieces.add('same', old.slice(0, head))
  middle(pieces, old.slice(head, old.length - tail), next.slice(head, next.length - tail))
  pieces.add('same', old.slice(old.length - tail))
  return pieces.list
}

class Pieces {
  readonly list: Piece[] = []
  add(kind: Piece['kind'], words: readonly string[]) {
    if (words.length === 0) return
    const last = this.list.at(-1)
    if (last?.kind === kind) last.text += words.join('')
    else this.list.push({ kind, text: words.join('') })
  }
}

const middle = (pieces: Pieces, old: readonly string[], next: readonly string[]) => {
  if (old.length > WORDS_MAX || next.length > WORDS_MAX) {
    pieces.add('removed', old)
    pieces.add('added', next)
    return
  }
  const width = next.length + 1
  // Longest common subsequence of the rests, from the end.
  const common = new Uint16Array((old.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = next.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === next[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  let [row, column] = [0, 0]
  while (row < old.length && column < next.length) {
    const [word, other] = [old[row] as string, next[column] as string]
    if (word === other) {
      pieces.add('same', [word])
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      pieces.add('removed', [word])
      row += 1
    } else {
      pieces.add('added', [other])
      column += 1
    }
  }
  pieces.add('removed', old.slice(row))
  pieces.add('added', next.slice(column))
}

/** Words left around a change, so that one sees where it stands. */
const AROUND = 10

/** The pieces with long unchanged stretches cut in their middle. */
export const withContext = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece, index) => {
    if (piece.kind !== 'same') return piece
    const words = wordsOf(piece.text)
    const [before, after] = [index > 0 ? AROUND : 0, index < pieces.length - 1 ? AROUND : 0]
    if (words.length <= before + after + 3) return piece
    const [head, tail] = [words.slice(0, before), after > 0 ? words.slice(-after) : []]
    return { kind: 'same', text: [...head, '… ', ...tail].join('') }
  })
