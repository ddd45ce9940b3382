/** What no database takes, out of what people send (C7). */

const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|[^])/g
const HALF_LENGTH = '\\ud83d'.length

/**
 * JSON in which no text has half a character: JSON's escapes are the one way in for them, bytes that are no UTF-8 have
 * become a sign of replacement before. In the text, not in the values: that is one walk, however deep they are nested.
 */
export const wholeCharacters = (json: string): string =>
  /\\u[dD][89a-fA-F]/.test(json)
    ? json.replace(ESCAPE, (escape) => (escape.length === HALF_LENGTH ? '\\ufffd' : escape))
    : json

type Node = Record<string, unknown> | unknown[]
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Takes NUL out of all texts and keys of a value, in its place; says whether there was any. */
export const dropNul = (value: unknown): boolean => {
  const cleaned = (text: string) => text.replaceAll('\0', '')
  let found = false
  const open: Node[] = isNode(value) ? [value] : []
  for (let node = open.pop(); node; node = open.pop()) {
    const entries = node as Record<string, unknown>
    for (const [key, one] of Object.entries(node) as [string, unknown][]) {
      if (isNode(one)) open.push(one)
      const dirty = typeof one === 'string' && one.includes('\0')
      if (!dirty && !key.includes('\0')) continue
      found = true
      delete entries[key]
      // The reader of JSON has refused this one; it does not come in by this way either.
      if (cleaned(key) !== '__proto__') entries[cleaned(key)] = dirty ? cleaned(one) : one
    }
  }
  return found
}
