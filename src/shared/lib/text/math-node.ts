/** A formula as a tree of MathML elements. Only what `allowedMath` lets through. */
export interface MathNode {
  tag: string
  attributes: Readonly<Record<string, string>>
  style: Readonly<Record<string, string>>
  children: readonly (MathNode | string)[]
}
