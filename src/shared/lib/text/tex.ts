/**
 * Formulas: TeX as authors write it, shown as MathML elements. The parser is loaded when the first formula is
 * shown; until then, and when it cannot read a formula, people see the TeX.
 */

/** Only what `allowedMath` lets through. */
export interface MathNode {
  tag: string
  attributes: Readonly<Record<string, string>>
  style: Readonly<Record<string, string>>
  children: readonly (MathNode | string)[]
}

/** A formula as a tree, or null when it is not valid TeX; `block` for one in a line of its own. */
export type TexReader = (source: string, block: boolean) => MathNode | null

let reader: TexReader | null = null

export const loadTexReader = async (): Promise<TexReader> =>
  (reader ??= (await import('./tex-reader.ts')).readTex)

/** The reader if it is loaded, so that a page with formulas can be shown without waiting. */
export const texReaderNow = (): TexReader | null => reader

/** Whether an article has formulas, which are written as code of the language "math". */
export const hasFormulas = (html: string): boolean => html.includes('language-math')

const MATHML = 'http://www.w3.org/1998/Math/MathML'

export const mathElement = ({ tag, attributes, style, children }: MathNode): Element => {
  const element = document.createElementNS(MATHML, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  for (const [name, value] of Object.entries(style))
    // jsdom's MathML elements have no style.
    (element as Partial<MathMLElement>).style?.setProperty(name, value)
  element.append(...children.map((child) => (typeof child === 'string' ? child : mathElement(child))))
  return element
}
