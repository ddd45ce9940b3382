import { Editor } from '@tiptap/core'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RichText } from '#src/shared/ui/rich-text/RichText.tsx'
import { selectedFormula, insertFormula, unknownCommands } from '#src/shared/ui/rich-text/formula.ts'
import { readTex } from '#src/shared/lib/text/tex-reader.ts'
import { parseDocument, extensionsFor } from '#src/shared/ui/rich-text/schema.ts'
import { changeTable, insertTable } from '#src/shared/ui/rich-text/table.ts'
import { insertContent } from '#src/shared/ui/rich-text/insert-content.ts'
import { renderPage } from '#tests/support/web/render.tsx'

// jsdom has no layout, but the editor asks for the cursor's position.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

let editor: Editor | undefined
const createEditor = (html = '') => {
  editor = new Editor({
    extensions: extensionsFor('article'),
    element: document.createElement('div'),
    content: parseDocument(html, 'article'),
  })
  return editor
}
afterEach(() => editor?.destroy())

describe('article editor', () => {
  it.each([
    ['headings', '<h2>One</h2><h3>Two</h3>'],
    ['a table', '<table><tbody><tr><th><p>A</p></th></tr><tr><td><p>1</p></td></tr></tbody></table>'],
    ['a figure', '<figure><img src="/files/a.webp" alt="A tree"><figcaption>Tree</figcaption></figure>'],
    ['code', '<pre><code class="language-python">print("a &lt; b")</code></pre>'],
    ['H₂O and x²', '<p>H<sub>2</sub>O and x<sup>2</sup></p>'],
    ['lists', '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>'],
    [
      'a formula in the line',
      '<p>Area <code class="language-math">\\pi r^2</code> and <code>x = 1</code></p>',
    ],
    ['a formula of its own', '<pre><code class="language-math">\\frac{a}{b}</code></pre>'],
  ])('round-trips %s without loss', (_, html) => {
    expect(createEditor(html).getHTML()).toBe(html)
  })

  it('keeps a link to another item of the course', () => {
    const html = createEditor('<p><a href="/learn/item/cc-1">Next</a> <a href="/admin">x</a></p>').getHTML()
    expect(html).toMatch(/^<p><a [^>]*href="\/learn\/item\/cc-1"[^>]*>Next<\/a> x<\/p>$/)
  })

  it('removes a script and an event handler from the content', () => {
    const html = createEditor('<p onclick="x()">a</p><script>alert(1)</script>').getHTML()
    expect(html).toBe('<p>a</p>')
  })

  it('makes a text lower or higher, never both', () => {
    const current = createEditor('<p>x2</p>')
    current.commands.setTextSelection({ from: 2, to: 3 })
    current.commands.toggleMark('superscript')
    expect(current.getHTML()).toBe('<p>x<sup>2</sup></p>')
    current.commands.toggleMark('subscript')
    expect(current.getHTML()).toBe('<p>x<sub>2</sub></p>')
  })

  it('adds and removes rows and columns of a table', () => {
    const current = createEditor('<p>x</p>')
    insertTable(current)
    const size = () => {
      const html = current.getHTML()
      return [html.match(/<tr>/g)?.length, html.match(/<t[hd]>/g)?.length]
    }
    expect(size()).toEqual([3, 9])
    changeTable(current, 'addRow')
    expect(size()).toEqual([4, 12])
    changeTable(current, 'addColumn')
    expect(size()).toEqual([4, 16])
    changeTable(current, 'removeRow')
    expect(size()).toEqual([3, 12])
    changeTable(current, 'removeTable')
    expect(current.getHTML()).not.toContain('<table')
  })

  it('pastes the text of another site without its picture', () => {
    const current = createEditor()
    const data = {
      files: [],
      getData: (type: string) =>
        type === 'text/html' ? '<p>Words</p><img src="https://elsewhere.test/a.png">' : '',
    } as unknown as DataTransfer
    expect(insertContent(current.view, 'article', data, () => undefined)).toBe(true)
    expect(current.getHTML()).toContain('Words')
    expect(current.getHTML()).not.toContain('elsewhere')
  })
})

describe('formulas', () => {
  it('inserts an inline formula as math code and draws it', async () => {
    const current = createEditor('<p>Area of a circle</p>')
    current.commands.setTextSelection(6)
    insertFormula(current, { tex: '\\pi r^2', block: false })
    expect(current.getHTML()).toBe('<p>Area <code class="language-math">\\pi r^2</code>of a circle</p>')
    await waitFor(() => expect(current.view.dom.querySelector('p .formula math msup')).not.toBeNull())
  })

  it('moves a formula to its own line and keeps the text around it', () => {
    const current = createEditor('<p>One <code class="language-math">x</code> two</p>')
    current.commands.setNodeSelection(5)
    expect(selectedFormula(current)).toEqual({ tex: 'x', block: false })
    insertFormula(current, { tex: 'x+1', block: true })
    const [before, after] = current.getHTML().split('<pre><code class="language-math">x+1</code></pre>')
    expect(before).toBe('<p>One </p>')
    expect(after).toContain('<p> two</p>')
  })

  it('is not empty when it holds only a formula', () => {
    expect(createEditor('<p><code class="language-math">x</code></p>').isEmpty).toBe(false)
    expect(createEditor('<pre><code class="language-math">x</code></pre>').isEmpty).toBe(false)
  })

  it('reports only unknown commands', () => {
    const tree = readTex('\\frac{\\foo}{\\pi} + \\foo', false)
    expect(tree && unknownCommands(tree)).toEqual(['\\foo'])
  })

  const field = (onChange: (html: string) => void, value: string) => (
    <RichText
      label="Text"
      value={value}
      kind="article"
      text={(key) => key}
      onChange={onChange}
      onImage={() => Promise.reject(new Error('no pictures here'))}
    />
  )

  it('previews TeX typed with a button and inserts it on Enter', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { user } = await renderPage(field(onChange, '<p>Words</p>'))
    await user.click(await screen.findByRole('button', { name: 'formula' }))
    const tex = await screen.findByRole('textbox', { name: 'formulaTex' })
    await user.click(screen.getByRole('button', { name: 'mathRoot' }))
    expect(tex).toHaveFocus()
    await waitFor(() => expect((tex as HTMLInputElement).selectionStart).toBe('\\sqrt{'.length))
    await user.keyboard('x')
    const preview = screen.getByRole('group', { name: 'formulaPreview' })
    await waitFor(() => expect(preview.querySelector('msqrt')?.textContent).toBe('x'))
    await user.type(tex, '{Backspace}')
    expect(screen.getByRole('status')).toHaveTextContent('formulaUnfinished')
    expect(preview).toHaveTextContent('\\sqrt{x')
    await user.type(tex, '}')
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    await user.type(tex, '\\foo')
    expect(screen.getByRole('status')).toHaveTextContent('formulaUnknown \\foo')
    await user.type(tex, '{Backspace>4/}{Enter}')
    await waitFor(() =>
      expect(onChange).toHaveBeenLastCalledWith(
        expect.stringContaining('<code class="language-math">\\sqrt{x}</code>'),
      ),
    )
    expect(screen.queryByRole('textbox', { name: 'formulaTex' })).toBeNull()
  })

  it('edits and removes a selected formula', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { user } = await renderPage(field(onChange, '<p>A <code class="language-math">x</code></p>'))
    const textbox = (await screen.findByRole('textbox', { name: 'Text' })) as HTMLElement & { editor: Editor }
    act(() => void textbox.editor.chain().focus().setNodeSelection(3).run())
    await waitFor(() => expect(textbox).toHaveFocus())
    await user.keyboard('{Enter}')
    const tex = await screen.findByRole('textbox', { name: 'formulaTex' })
    expect(tex).toHaveValue('x')
    await user.type(tex, '^2{Enter}')
    const changed = '<p>A <code class="language-math">x^2</code></p>'
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(changed))
    act(() => void textbox.editor.chain().focus().setNodeSelection(3).run())
    await user.click(screen.getByRole('button', { name: 'formula', pressed: true }))
    await user.click(await screen.findByRole('button', { name: 'removeFormula' }))
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('<p>A </p>'))
  })
})

describe('pictures', () => {
  it('inserts an uploaded picture and asks for its description', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { user } = await renderPage(
      <RichText
        label="Text"
        value="<p>Before</p>"
        kind="article"
        text={(key) => key}
        onChange={onChange}
        onImage={() => Promise.resolve('/files/media/tree.webp')}
      />,
    )
    const input = await waitFor(() => {
      const element = document.querySelector<HTMLInputElement>('input[type="file"]')
      if (!element) throw new Error('not rendered yet')
      return element
    })
    await user.upload(input, new File(['x'], 'tree.png', { type: 'image/png' }))
    await user.type(await screen.findByRole('textbox', { name: 'imageAlt' }), 'A tree{Enter}')
    await waitFor(() =>
      expect(onChange).toHaveBeenLastCalledWith(
        expect.stringContaining('<img src="/files/media/tree.webp" alt="A tree">'),
      ),
    )
  })

  it('shows a refused upload and keeps the text', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { user } = await renderPage(
      <RichText
        label="Text"
        value="<p>Before</p>"
        kind="article"
        text={(key) => key}
        onChange={onChange}
        onImage={() => Promise.reject(new Error('refused'))}
      />,
    )
    const input = await waitFor(() => {
      const element = document.querySelector<HTMLInputElement>('input[type="file"]')
      if (!element) throw new Error('not rendered yet')
      return element
    })
    await user.upload(input, new File(['x'], 'tree.png', { type: 'image/png' }))
    expect(await screen.findByText('imageFailed')).toBeInTheDocument()
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('change events', () => {
  const field = (onChange: (html: string) => void) => (
    <RichText
      label="Text"
      value="<p>One</p>"
      kind="article"
      text={(key) => key}
      onChange={onChange}
      onImage={() => Promise.reject(new Error('no pictures here'))}
    />
  )
  const openEditor = async (onChange: (html: string) => void) => {
    const view = await renderPage(field(onChange))
    const textbox = (await screen.findByRole('textbox', { name: 'Text' })) as HTMLElement & { editor: Editor }
    const write = (words: string) => act(() => void textbox.editor.commands.insertContentAt(1, words))
    return { ...view, editor: textbox.editor, write }
  }

  it('reports several letters once', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { write } = await openEditor(onChange)
    write('c')
    write('b')
    write('a')
    expect(onChange).not.toHaveBeenCalled()
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('<p>abcOne</p>'))
    expect(onChange).toHaveBeenCalledOnce()
  })

  it.each([
    ['the page unloads', () => window.dispatchEvent(new Event('pagehide'))],
    ['the tab is hidden', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
  ])('reports a pending letter before other listeners run when %s', async (_, action) => {
    const events: string[] = []
    const onLeave = () => events.push('left')
    window.addEventListener('pagehide', onLeave)
    document.addEventListener('visibilitychange', onLeave)
    const { write } = await openEditor((html) => events.push(html))
    write('a')
    act(() => void action())
    expect(events).toEqual(['<p>aOne</p>', 'left'])
    window.removeEventListener('pagehide', onLeave)
    document.removeEventListener('visibilitychange', onLeave)
  })

  it('reports a pending letter on blur and on unmount', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { write, editor: current, unmount } = await openEditor(onChange)
    write('a')
    act(
      () =>
        void current.emit('blur', {
          editor: current,
          event: new FocusEvent('blur'),
          transaction: current.state.tr,
        }),
    )
    expect(onChange).toHaveBeenLastCalledWith('<p>aOne</p>')
    write('b')
    unmount()
    expect(onChange).toHaveBeenLastCalledWith('<p>baOne</p>')
  })
})
