/** Formula nodes. Articles store them as code with the language "math"; the editor draws them. */
import { Node, type Editor } from '@tiptap/core'
import { loadTexReader, mathElement, texReaderNow, type MathNode } from '#src/shared/lib/text/tex.ts'

const CODE = 'code.language-math'
/** Higher than the rules for inline code and code blocks. */
const PRIORITY = 60

const texOf = (code: Element | null): { tex: string } | false => {
  const tex = code?.textContent.trim() ?? ''
  return tex === '' ? false : { tex }
}

const common = {
  atom: true,
  addAttributes: () => ({ tex: { default: '', rendered: false } }),
  renderText: ({ node }: { node: { attrs: Record<string, unknown> } }) => String(node.attrs['tex']),
} as const

const renderFormula = (tex: string, block: boolean): HTMLElement => {
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
  parseHTML: () => [{ tag: CODE, priority: PRIORITY, getAttrs: (code) => texOf(code) }],
  renderHTML: ({ node }) => ['code', { class: 'language-math' }, String(node.attrs['tex'])],
  addNodeView:
    () =>
    ({ node }) => ({ dom: renderFormula(String(node.attrs['tex']), false) }),
})

const formulaBlock = Node.create({
  ...common,
  name: 'formulaBlock',
  group: 'block',
  parseHTML: () => [
    { tag: 'pre', priority: PRIORITY, getAttrs: (pre) => texOf(pre.querySelector(`:scope > ${CODE}`)) },
  ],
  renderHTML: ({ node }) => ['pre', ['code', { class: 'language-math' }, String(node.attrs['tex'])]],
  addNodeView:
    () =>
    ({ node }) => ({ dom: renderFormula(String(node.attrs['tex']), true) }),
})

export const formulaNodes = [formula, formulaBlock]

export interface Formula {
  tex: string
  /** On its own line. */
  block: boolean
}

/** The selected formula. */
export const selectedFormula = (editor: Editor): Formula | null => {
  for (const [type, block] of [
    [formula.name, false],
    [formulaBlock.name, true],
  ] as const)
    if (editor.isActive(type)) return { tex: String(editor.getAttributes(type)['tex']), block }
  return null
}

/** Inserts a formula at the cursor, or replaces the selected one. */
export const insertFormula = (editor: Editor, { tex, block }: Formula) => {
  const previous = selectedFormula(editor)
  const node = { type: block ? formulaBlock.name : formula.name, attrs: { tex } }
  // The next text needs a paragraph after the block.
  const content = block && !previous?.block ? [node, { type: 'paragraph' }] : node
  editor.chain().focus().insertContent(content).run()
}

/** Unknown TeX commands: they are drawn as typed. */
export const unknownCommands = (formulaTree: MathNode): string[] => {
  const commands = new Set<string>()
  const visit = (node: MathNode) => {
    for (const child of node.children)
      if (typeof child !== 'string') visit(child)
      else if (node.tag === 'mtext' && child.startsWith('\\')) commands.add(child)
  }
  visit(formulaTree)
  return [...commands]
}
