import { Editor } from '@tiptap/core'
import { afterEach, describe, expect, it } from 'vitest'
import { parseDocument, extensions } from '#src/features/community/components/editor/extensions.ts'
import { toPlainMarkup } from '#src/features/community/components/editor/plain-markup.ts'
import { insertContent } from '#src/features/community/components/editor/paste.ts'
import { dataUrlBytes, fitWithin } from '#src/features/community/components/editor/shrink-image.ts'

// jsdom has no layout, but the editor asks for the cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

let editor: Editor
const createEditor = (html = '') => {
  editor = new Editor({ extensions, element: document.createElement('div'), content: parseDocument(html) })
  return editor
}
afterEach(() => editor.destroy())

const paste = (data: Record<string, string>) =>
  insertContent(
    editor.view,
    { files: [], getData: (type: string) => data[type] ?? '' } as unknown as DataTransfer,
    () => undefined,
  )

describe('pasting', () => {
  it('pastes each line as a paragraph and keeps brackets as text', () => {
    createEditor()
    expect(paste({ 'text/plain': 'one\r\n<b>two</b>' })).toBe(true)
    expect(editor.getHTML()).toContain('<p>one</p><p>&lt;b&gt;two&lt;/b&gt;</p>')
  })

  it('keeps the structure of HTML and removes active content', () => {
    createEditor()
    paste({
      'text/html':
        '<ul><li><b>a</b></li></ul><script>evil()</script><img src=x onerror=evil()><a href="javascript:evil()">l</a>',
    })
    expect(editor.getHTML()).toMatch(/<ul><li><p><strong>a<\/strong>/)
    expect(editor.getHTML()).not.toMatch(/evil|<img/)
  })

  it('keeps small inline pictures and drops foreign and huge ones', () => {
    createEditor()
    const small = 'data:image/png;base64,AAAA'
    const huge = `data:image/png;base64,${'A'.repeat(3_000_000)}`
    paste({
      'text/html': `<p>x</p><img src="${small}"><img src="https://elsewhere.test/a.png"><img src="${huge}">`,
    })
    expect(editor.getHTML().match(/<img/g)).toHaveLength(1)
    expect(editor.getHTML()).toContain(small)
  })

  it('keeps bold and italic of Google Docs', () => {
    createEditor()
    paste({
      'text/html':
        '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;margin-top:0pt"><span style="font-size:11pt;font-weight:400;font-style:normal">plain </span><span style="font-size:11pt;font-weight:700;font-style:normal">bold </span><span style="font-weight:700;font-style:italic">both</span></p></b><br class="Apple-interchange-newline">',
    })
    expect(editor.getHTML()).toContain('<p>plain <strong>bold <em>both</em></strong></p>')
  })

  it('converts lists of Word and drops its styles', () => {
    createEditor()
    const line = (marker: string, content: string) =>
      `<p class="MsoListParagraphCxSpMiddle" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span style="font-family:Symbol"><span style="mso-list:Ignore">${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><!--[endif]--><b>${content}</b><o:p></o:p></p>`
    paste({
      'text/html': `<html><head><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body><!--StartFragment--><p class="MsoNormal" style="margin:0">Before</p>${line('·', 'one')}\n${line('·', 'two')}${line('1.', 'first')}${line('2.', 'second')}<!--EndFragment--></body></html>`,
    })
    const item = (content: string) => `<li><p><strong>${content}</strong></p></li>`
    expect(editor.getHTML()).toContain(
      `<p>Before</p><ul>${item('one')}${item('two')}</ul><ol>${item('first')}${item('second')}</ol>`,
    )
    expect(toPlainMarkup(line('·', 'x'))).not.toMatch(/style/)
  })

  it('pastes each table row as a line with separated cells', () => {
    createEditor()
    paste({
      'text/html':
        '<table><tr><th>name</th> <th style="width:5em">marks</th></tr><tr><td>Asha</td><td>90</td></tr></table>',
    })
    expect(editor.getHTML()).toContain('<p>name | marks</p><p>Asha | 90</p>')
  })

  it('pastes editor lines as a code block and a word as inline code', () => {
    createEditor('<p></p>')
    const vscode = { 'vscode-editor-data': '{"version":1,"mode":"python"}' }
    const html =
      '<div style="font-family:Consolas;white-space:pre"><div><span style="color:#569cd6">def</span> f():</div></div>'
    paste({ ...vscode, 'text/plain': 'def f():\r\n    return 1 < 2\r\n', 'text/html': html })
    expect(editor.getHTML()).toContain(
      '<pre><code class="language-python">def f():\n    return 1 &lt; 2</code></pre>',
    )
    createEditor('<p>call</p>')
    editor.commands.focus('end')
    paste({ ...vscode, 'text/plain': 'f(x)', 'text/html': html })
    expect(editor.getHTML()).toContain('<p>call<code>f(x)</code></p>')
    createEditor()
    paste({ 'vscode-editor-data': '{"mode":"markdown"}', 'text/plain': 'only words', 'text/html': html })
    expect(editor.getHTML()).toContain('<p>only words</p>')
  })

  it('keeps prose about styles and own pictures, and survives framesets', () => {
    createEditor()
    paste({
      'text/html': `<p>write &lt;p style="x"&gt; here, style="y" too</p><img src="${window.location.origin}/files/7/post.abc.png"><p onclick="evil()" style='color:red'>end</p>`,
    })
    expect(editor.getHTML()).toContain('<p>write &lt;p style="x"&gt; here, style="y" too</p>')
    expect(editor.getHTML()).toContain('src="/files/7/post.abc.png"')
    expect(paste({ 'text/html': '<frameset onload=evil()></frameset>' })).toBe(true)
  })

  it('pastes plain text into a code block', () => {
    createEditor('<pre><code class="language-sql">SELECT</code></pre>')
    editor.commands.setTextSelection(7)
    paste({ 'text/plain': ' 1\nFROM t', 'text/html': '<b> 1</b>' })
    expect(editor.getHTML()).toContain('<code class="language-sql">SELECT 1\nFROM t</code>')
  })
})

describe('stored posts in the editor', () => {
  it('round-trips a stored post without loss', () => {
    const post =
      '<p><strong>b</strong> <em>i</em></p><pre><code class="language-python">a &lt; b</code></pre><blockquote><p>q</p></blockquote>'
    expect(createEditor(post).getHTML()).toContain(post)
  })
})

describe('pictures', () => {
  it('scales down to the longest side and leaves small pictures', () => {
    expect(fitWithin(4000, 2000)).toEqual({ width: 1600, height: 800 })
    expect(fitWithin(20, 10)).toEqual({ width: 20, height: 10 })
    expect(dataUrlBytes('data:image/png;base64,AAAA')).toBe(3)
    createEditor()
  })
})
