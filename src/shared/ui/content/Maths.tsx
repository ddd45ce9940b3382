import { createElement, type ReactNode } from 'react'
import { texToMathml, type MathNode } from '../../lib/text/tex.ts'

/** TeX, drawn by the browser; from left to right in every script. */
export const Maths = ({ tex, block = false }: { tex: string; block?: boolean }) => (
  <bdi dir="ltr">{drawn(texToMathml(tex, block))}</bdi>
)

const drawn = ({ tag, attributes, children }: MathNode): ReactNode =>
  createElement(
    tag,
    attributes ?? {},
    ...children.map((child) => (typeof child === 'string' ? child : drawn(child))),
  )
