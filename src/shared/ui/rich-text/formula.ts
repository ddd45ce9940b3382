/** Formulas as articles keep them (code of the language "math"), drawn where they are written. */
import { Node, type Editor } from '@tiptap/core'
import { loadTexReader, mathElement, texReaderNow, type MathNode } from '#src/shared/lib/text/tex.ts'

const CODE = 'code.language-math'
/** Before the rules of code in the line and of code blocks. */
const FIRST = 60

const texOf = (code: Element | null): { tex: string } | false => {
  const tex = code?.textContent.trim() ?? ''
  return tex === '' ? false : { tex }
}

const common = {
  atom: true,
  addAttributes: () => ({ tex: { default: '', rendered: false } }),
  renderText: ({ node }: { node: { attrs: Record<string, unknown> } }) => String(node.attrs['tex']),
} as const

const drawn = (tex: string, block: boolean): HTMLElement => {
  const box = document.createElement(block ? 'div' : 'span')
  box.className = 'formula'
  box.append(tex)
  const show = () => {
    const tree = texReaderNow()?.(tex, block)
    if (!tree) return
    const maths = mathElement(tree)
    maths.setAttribute('aria-label', tex)
    box.replaceChildren(maths)
  }
  if (texReaderNow()) show()
  // Without a connection the formula stays readable as TeX.
  else void loadTexReader().then(show, () => undefined)
  return box
}

const formula = Node.create({
  ...common,
  name: 'formula',
  group: 'inline',
  inline: true,
  parseHTML: () => [{ tag: CODE, priority: FIRST, getAttrs: (code) => texOf(code) }],
  renderHTML: ({ node }) => ['code', { class: 'language-math' }, String(node.attrs['tex'])],
  addNodeView:
    () =>
    ({ node }) => ({ dom: drawn(String(node.attrs['tex']), false) }),
})

const formulaBlock = Node.create({
  ...common,
  name: 'formulaBlock',
  group: 'block',
  parseHTML: () => [
    { tag: 'pre', priority: FIRST, getAttrs: (pre) => texOf(pre.querySelector(`:scope > ${CODE}`)) },
  ],
  renderHTML: ({ node }) => ['pre', ['code', { class: 'language-math' }, String(node.attrs['tex'])]],
  addNodeView:
    () =>
    ({ node }) => ({ dom: drawn(String(node.attrs['tex']), true) }),
})

export const formulaNodes = [formula, formulaBlock]

export interface Formula {
  tex: string
  /** In a line of its own. */
  block: boolean
}

/** The formula that is selected. */
export const formulaAt = (editor: Editor): Formula | null => {
  for (const [type, block] of [
    [formula.name, false],
    [formulaBlock.name, true],
  ] as const)
    if (editor.isActive(type)) return { tex: String(editor.getAttributes(type)['tex']), block }
  return null
}

/** Puts it where the cursor is, or in place of the one that is selected. */
export const putFormula = (editor: Editor, { tex, block }: Formula) => {
  const was = formulaAt(editor)
  const node = { type: block ? formulaBlock.name : formula.name, attrs: { tex } }
  // What is written next has a line to stand in.
  const content = block && !was?.block ? [node, { type: 'paragraph' }] : node
  editor.chain().focus().insertContent(content).run()
}

/** Unknown commands of a formula: they are shown as they were written. */
export const unknownCommands = (formulaTree: MathNode): string[] => {
  const found = new Set<string>()
  const collect = (node: MathNode) => {
    for (const child of node.children)
      if (typeof child !== 'string') collect(child)
      else if (node.tag === 'mtext' && child.startsWith('\\')) found.add(child)
  }
  collect(formulaTree)
  return [...found]
}
