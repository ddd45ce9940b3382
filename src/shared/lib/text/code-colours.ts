/**
 * Highlights code blocks; loaded only on pages that have one. It builds elements, never HTML from strings.
 */
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'
import './code-colours.css'

const lowlight = createLowlight({ bash, css, java, javascript, json, python, sql, typescript, xml })
lowlight.registerAlias({
  bash: ['sh', 'shell'],
  javascript: ['js', 'jsx'],
  python: ['py'],
  typescript: ['ts', 'tsx'],
  xml: ['html', 'svg'],
})

/** Longer code stays plain: highlighting it would block the page. */
const COLOUR_MAX_CHARS = 20_000

type Nodes = ReturnType<typeof lowlight.highlight>['children']

const toDom = (nodes: Nodes): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (node.type === 'text') return [document.createTextNode(node.value)]
    if (node.type !== 'element') return []
    const span = document.createElement('span')
    const classes = node.properties['className']
    if (Array.isArray(classes)) span.className = classes.join(' ')
    span.append(...toDom(node.children))
    return [span]
  })

/** Highlights every code block whose language is known. */
export const highlight = (box: ParentNode) => {
  for (const code of box.querySelectorAll('pre code')) {
    const language = /(?:^|\s)language-(\S+)/.exec(code.className)?.[1]
    const text = code.textContent
    if (!language || !lowlight.registered(language) || text.length > COLOUR_MAX_CHARS) continue
    code.replaceChildren(...toDom(lowlight.highlight(language, text).children))
  }
}
