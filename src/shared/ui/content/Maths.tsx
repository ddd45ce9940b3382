import { createElement, type ReactNode } from 'react'
import { texToMathml, type MathNode } from '../../lib/text/tex.ts'

/** Renders TeX as MathML; left to right in every script. */
export const Maths = ({ tex, block = false }: { tex: string; block?: boolean }) => (
  <bdi dir="ltr">{renderNode(texToMathml(tex, block))}</bdi>
)

const renderNode = ({ tag, attributes, children }: MathNode): ReactNode =>
  createElement(
    tag,
    attributes ?? {},
    ...children.map((child) => (typeof child === 'string' ? child : renderNode(child))),
  )
