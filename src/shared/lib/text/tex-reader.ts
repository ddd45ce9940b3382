/** The TeX parser with our limits. Its tree passes an allow-list, so a flaw in it cannot reach the page. */
import 'temml/dist/Temml-Local.css'
import temml from 'temml'
import { allowedMath, type ParsedNode } from './allowed-math.ts'
import type { MathNode } from './tex.ts'

/** In characters; longer than any formula of a lesson, and short enough to be parsed at once. */
const SOURCE_MAX = 5000
const EXPANSIONS_MAX = 500

/** Unknown commands stay readable as they were written; null when the rest cannot be read either. */
export const readTex = (source: string, block: boolean): MathNode | null => {
  if (source.length > SOURCE_MAX) return null
  try {
    const tree = temml.__renderToMathMLTree(withPercentSigns(source), {
      displayMode: block,
      trust: false,
      maxExpand: EXPANSIONS_MAX,
      // Made anew each time: a definition in one formula must not change another.
      macros: { '\\mbox': '\\text{#1}' },
    }) as ParsedNode
    const math = allowedMath(tree)
    return typeof math === 'object' && math?.tag === 'math' ? math : null
  } catch {
    // Deep nesting overflows the parser's stack, and a lonely "^" is a TypeError in it.
    return null
  }
}

/** In TeX a percent sign starts a comment: the rest of "5% of x" would vanish without a word. */
const withPercentSigns = (source: string) =>
  source.replaceAll(/\\[\s\S]|%/g, (found) => (found === '%' ? '\\%' : found))
