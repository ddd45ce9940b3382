/** Enhances a rendered article: syntax colours and copy buttons for code, formulas, lazy images. */
import { loadTexReader, mathElement, texReaderNow, type TexReader } from '#src/shared/lib/text/tex.ts'

export interface CopyTexts {
  copy: string
  copied: string
}

/** How long the button confirms the copy. */
const COPIED_MS = 2_000
const FORMULA = 'code.language-math'

/**
 * Formulas are written as code of the language "math"; a code block becomes a display formula. What is not
 * valid TeX stays as it was written.
 */
const renderFormulas = (box: Element, readTex: TexReader) => {
  for (const code of box.querySelectorAll(FORMULA)) {
    const block = code.parentElement?.tagName === 'PRE' ? code.parentElement : null
    const tree = readTex(code.textContent.trim(), block !== null)
    if (!tree) continue
    const formula = mathElement(tree)
    formula.setAttribute('aria-label', code.textContent.trim())
    if (!block) code.replaceWith(formula)
    else {
      const line = document.createElement('div')
      line.className = 'formula'
      line.append(formula)
      block.replaceWith(line)
    }
  }
}

const addCopyButtons = (box: Element, texts: CopyTexts) => {
  for (const pre of box.querySelectorAll('pre')) {
    const code = pre.textContent
    const frame = document.createElement('div')
    frame.className = 'code-frame'
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'code-copy'
    button.dataset['extra'] = ''
    button.textContent = texts.copy
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(code).then(() => {
        button.textContent = texts.copied
        setTimeout(() => (button.textContent = texts.copy), COPIED_MS)
      })
    })
    pre.replaceWith(frame)
    frame.append(pre, button)
  }
}

const prepareImages = (box: Element) => {
  for (const image of box.querySelectorAll('img')) {
    image.loading = 'lazy'
    image.decoding = 'async'
    // An image without alternative text is decorative for screen readers.
    if (!image.hasAttribute('alt')) image.alt = ''
  }
}

/**
 * Calls `onText` when the text no longer changes: at once, unless the parser of formulas has yet to load.
 * Syntax colours may arrive later without moving the text.
 */
export const enhanceArticle = async (box: Element, texts: CopyTexts, onText?: () => void): Promise<void> => {
  if (box.querySelector(FORMULA)) {
    const readTex = texReaderNow() ?? (await loadTexReader().catch(() => null))
    if (readTex) renderFormulas(box, readTex)
  }
  prepareImages(box)
  addCopyButtons(box, texts)
  onText?.()
  if (!box.querySelector('pre code')) return
  const { highlight } = await import('#src/shared/lib/text/code-colours.ts')
  highlight(box)
}
