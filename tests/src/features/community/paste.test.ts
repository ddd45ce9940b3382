import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, it } from 'vitest'
import { documentOf, extensions } from '#src/features/community/components/editor/extensions.ts'
import { takeIn } from '#src/features/community/components/editor/paste.ts'
import { bytesOf, fitted } from '#src/features/community/components/editor/shrink-image.ts'

// jsdom lays nothing out; the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

let editor: Editor
const anEditor = (html = '') => {
  editor = new Editor({ extensions, element: document.createElement('div'), content: documentOf(html) })
  return editor
}
afterEach(() => editor.destroy())

const paste = (data: Record<string, string>) =>
  takeIn(
    editor.view,
    { files: [], getData: (type: string) => data[type] ?? '' } as unknown as DataTransfer,
    () => undefined,
  )

describe('pasting', () => {
  it('given plain text, when pasted, then each line is a paragraph and brackets stay characters', () => {
    anEditor()
    expect(paste({ 'text/plain': 'one\r\n<b>two</b>' })).toBe(true)
    expect(editor.getHTML()).toContain('<p>one</p><p>&lt;b&gt;two&lt;/b&gt;</p>')
  })

  it('given HTML, when pasted, then its structure stays and everything active is gone', () => {
    anEditor()
    paste({
      'text/html':
        '<ul><li><b>a</b></li></ul><script>evil()</script><img src=x onerror=evil()><a href="javascript:evil()">l</a>',
    })
    expect(editor.getHTML()).toMatch(/<ul><li><p><strong>a<\/strong>/)
    expect(editor.getHTML()).not.toMatch(/evil|<img/)
  })

  it('given pictures, when pasted with HTML, then small inlined ones stay, foreign and huge ones go', () => {
    anEditor()
    const small = 'data:image/png;base64,AAAA'
    const huge = `data:image/png;base64,${'A'.repeat(3_000_000)}`
    paste({
      'text/html': `<p>x</p><img src="${small}"><img src="https://elsewhere.test/a.png"><img src="${huge}">`,
    })
    expect(editor.getHTML().match(/<img/g)).toHaveLength(1)
    expect(editor.getHTML()).toContain(small)
  })

  it('given the cursor in a code block, when pasted, then the text stays code', () => {
    anEditor('<pre><code class="language-sql">SELECT</code></pre>')
    editor.commands.setTextSelection(7)
    paste({ 'text/plain': ' 1\nFROM t', 'text/html': '<b> 1</b>' })
    expect(editor.getHTML()).toContain('<code class="language-sql">SELECT 1\nFROM t</code>')
  })
})

describe('stored posts in the editor', () => {
  it('given a post as stored, when edited and read back, then nothing of it is lost', () => {
    const post =
      '<p><strong>b</strong> <em>i</em></p><pre><code class="language-python">a &lt; b</code></pre><blockquote><p>q</p></blockquote>'
    expect(anEditor(post).getHTML()).toContain(post)
  })
})

describe('pictures', () => {
  it('given a large one, when fitted, then the longest side is the limit and small ones stay', () => {
    expect(fitted(4000, 2000)).toEqual({ width: 1600, height: 800 })
    expect(fitted(20, 10)).toEqual({ width: 20, height: 10 })
    expect(bytesOf('data:image/png;base64,AAAA')).toBe(3)
    anEditor()
  })
})
