import { Editor } from '@tiptap/core'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RichText } from '#src/shared/ui/rich-text/RichText.tsx'
import { documentOf, extensionsFor } from '#src/shared/ui/rich-text/schema.ts'
import { changeTable, insertTable } from '#src/shared/ui/rich-text/table.ts'
import { takeIn } from '#src/shared/ui/rich-text/take-in.ts'
import { renderPage } from '#tests/support/render.tsx'

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
