import { Editor } from '@tiptap/core'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RichText } from '#src/shared/ui/rich-text/RichText.tsx'
import { formulaAt, putFormula, unknownCommands } from '#src/shared/ui/rich-text/formula.ts'
import { readTex } from '#src/shared/lib/text/tex-reader.ts'
import { documentOf, extensionsFor } from '#src/shared/ui/rich-text/schema.ts'
import { changeTable, insertTable } from '#src/shared/ui/rich-text/table.ts'
import { takeIn } from '#src/shared/ui/rich-text/insert-content.ts'
import { renderPage } from '#tests/support/web/render.tsx'

// jsdom lays nothing out; the editor asks where its cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

let editor: Editor | undefined
const anEditor = (html = '') => {
  editor = new Editor({
    extensions: extensionsFor('article'),
    element: document.createElement('div'),
    content: documentOf(html, 'article'),
  })
  return editor
}
afterEach(() => editor?.destroy())

describe('teaching text in the editor', () => {
  it.each([
    ['headings', '<h2>One</h2><h3>Two</h3>'],
    ['a table', '<table><tbody><tr><th><p>A</p></th></tr><tr><td><p>1</p></td></tr></tbody></table>'],
    ['a figure', '<figure><img src="/files/a.webp" alt="A tree"><figcaption>Tree</figcaption></figure>'],
    ['code', '<pre><code class="language-python">print("a &lt; b")</code></pre>'],
    ['lists', '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>'],
    [
      'a formula in the line',
      '<p>Area <code class="language-math">\\pi r^2</code> and <code>x = 1</code></p>',
    ],
    ['a formula of its own', '<pre><code class="language-math">\\frac{a}{b}</code></pre>'],
  ])('given %s, when opened and read back, then nothing of it is lost', (_, html) => {
    expect(anEditor(html).getHTML()).toBe(html)
  })

  it('given a table head and a script in what is opened, when read back, then the script is gone', () => {
    const html = anEditor('<p onclick="x()">a</p><script>alert(1)</script>').getHTML()
    expect(html).toBe('<p>a</p>')
  })

  it('given an inserted table, when a row and a column are added and one removed, then it has their cells', () => {
    const now = anEditor('<p>x</p>')
    insertTable(now)
    const size = () => {
      const html = now.getHTML()
      return [html.match(/<tr>/g)?.length, html.match(/<t[hd]>/g)?.length]
    }
    expect(size()).toEqual([3, 9])
    changeTable(now, 'addRow')
    expect(size()).toEqual([4, 12])
    changeTable(now, 'addColumn')
    expect(size()).toEqual([4, 16])
    changeTable(now, 'removeRow')
    expect(size()).toEqual([3, 12])
    changeTable(now, 'removeTable')
    expect(now.getHTML()).not.toContain('<table')
  })

  it('given a page with a picture of another site, when pasted, then the words stay and the picture does not', () => {
    const now = anEditor()
    const data = {
      files: [],
      getData: (type: string) =>
        type === 'text/html' ? '<p>Words</p><img src="https://elsewhere.test/a.png">' : '',
    } as unknown as DataTransfer
    expect(takeIn(now.view, 'article', data, () => undefined)).toBe(true)
    expect(now.getHTML()).toContain('Words')
    expect(now.getHTML()).not.toContain('elsewhere')
  })
})

describe('formulas in the editor', () => {
  it('keeps a formula put into the line as code of the language "math" and draws it', async () => {
    const now = anEditor('<p>Area of a circle</p>')
    now.commands.setTextSelection(6)
    putFormula(now, { tex: '\\pi r^2', block: false })
    expect(now.getHTML()).toBe('<p>Area <code class="language-math">\\pi r^2</code>of a circle</p>')
    await waitFor(() => expect(now.view.dom.querySelector('p .formula math msup')).not.toBeNull())
  })

  it('given a formula in the line, when it gets a line of its own, then the words around it stay', () => {
    const now = anEditor('<p>One <code class="language-math">x</code> two</p>')
    now.commands.setNodeSelection(5)
    expect(formulaAt(now)).toEqual({ tex: 'x', block: false })
    putFormula(now, { tex: 'x+1', block: true })
    const [before, after] = now.getHTML().split('<pre><code class="language-math">x+1</code></pre>')
    expect(before).toBe('<p>One </p>')
    expect(after).toContain('<p> two</p>')
  })

  it('given a text that is nothing but a formula, when asked, then it is not empty', () => {
    expect(anEditor('<p><code class="language-math">x</code></p>').isEmpty).toBe(false)
    expect(anEditor('<pre><code class="language-math">x</code></pre>').isEmpty).toBe(false)
  })

  it('given a command that nobody knows, when written, then it is named; known ones are not', () => {
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

  it('given the button, when TeX is written with a sign, then its drawing is shown and Enter puts it in', async () => {
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

  it('given a formula that is selected, when Enter is pressed, then it is changed or removed', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { user } = await renderPage(field(onChange, '<p>A <code class="language-math">x</code></p>'))
    const box = (await screen.findByRole('textbox', { name: 'Text' })) as HTMLElement & { editor: Editor }
    act(() => void box.editor.chain().focus().setNodeSelection(3).run())
    await waitFor(() => expect(box).toHaveFocus())
    await user.keyboard('{Enter}')
    const tex = await screen.findByRole('textbox', { name: 'formulaTex' })
    expect(tex).toHaveValue('x')
    await user.type(tex, '^2{Enter}')
    const changed = '<p>A <code class="language-math">x^2</code></p>'
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(changed))
    act(() => void box.editor.chain().focus().setNodeSelection(3).run())
    await user.click(screen.getByRole('button', { name: 'formula', pressed: true }))
    await user.click(await screen.findByRole('button', { name: 'removeFormula' }))
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('<p>A </p>'))
  })
})

describe('pictures in the editor', () => {
  it('given a chosen picture, when stored, then it stands in the text and its description is asked for', async () => {
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
      const found = document.querySelector<HTMLInputElement>('input[type="file"]')
      if (!found) throw new Error('not there yet')
      return found
    })
    await user.upload(input, new File(['x'], 'tree.png', { type: 'image/png' }))
    await user.type(await screen.findByRole('textbox', { name: 'imageAlt' }), 'A tree{Enter}')
    await waitFor(() =>
      expect(onChange).toHaveBeenLastCalledWith(
        expect.stringContaining('<img src="/files/media/tree.webp" alt="A tree">'),
      ),
    )
  })

  it('given a picture that is refused, when chosen, then it is said and the text is unchanged', async () => {
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
      const found = document.querySelector<HTMLInputElement>('input[type="file"]')
      if (!found) throw new Error('not there yet')
      return found
    })
    await user.upload(input, new File(['x'], 'tree.png', { type: 'image/png' }))
    expect(await screen.findByText('imageFailed')).toBeInTheDocument()
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('what the page hears of the text', () => {
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
  const opened = async (onChange: (html: string) => void) => {
    const view = await renderPage(field(onChange))
    const box = (await screen.findByRole('textbox', { name: 'Text' })) as HTMLElement & { editor: Editor }
    const write = (words: string) => act(() => void box.editor.commands.insertContentAt(1, words))
    return { ...view, editor: box.editor, write }
  }

  it('given several letters before a frame, when it came, then the whole text is told once', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { write } = await opened(onChange)
    write('c')
    write('b')
    write('a')
    expect(onChange).not.toHaveBeenCalled()
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('<p>abcOne</p>'))
    expect(onChange).toHaveBeenCalledOnce()
  })

  it.each([
    ['the page goes', () => window.dispatchEvent(new Event('pagehide'))],
    ['the tab is hidden', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
  ])(
    'given a letter not yet told, when %s, then it is told before others hear of that',
    async (_, action) => {
      const told: string[] = []
      const leave = () => told.push('left')
      window.addEventListener('pagehide', leave)
      document.addEventListener('visibilitychange', leave)
      const { write } = await opened((html) => told.push(html))
      write('a')
      act(() => void action())
      expect(told).toEqual(['<p>aOne</p>', 'left'])
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', leave)
    },
  )

  it('given a letter not yet told, when the field goes or is left, then it is told', async () => {
    const onChange = vi.fn<(html: string) => void>()
    const { write, editor: now, unmount } = await opened(onChange)
    write('a')
    act(
      () => void now.emit('blur', { editor: now, event: new FocusEvent('blur'), transaction: now.state.tr }),
    )
    expect(onChange).toHaveBeenLastCalledWith('<p>aOne</p>')
    write('b')
    unmount()
    expect(onChange).toHaveBeenLastCalledWith('<p>baOne</p>')
  })
})
