/** Enhances a rendered article: syntax colours and copy buttons for code, formulas, lazy images. */
import { mathElement, texToMathml } from '#src/shared/lib/text/tex.ts'

export interface CopyTexts {
  copy: string
  copied: string
}

/** How long the button confirms the copy. */
const COPIED_MS = 2_000
const FORMULA = 'code.language-math'

/** Formulas are written as code of the language "math"; a code block becomes a display formula. */
const renderFormulas = (box: Element) => {
  for (const code of box.querySelectorAll(FORMULA)) {
    const block = code.parentElement?.tagName === 'PRE' ? code.parentElement : null
    const formula = mathElement(texToMathml(code.textContent.trim(), block !== null))
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

export const enhanceArticle = async (box: Element, texts: CopyTexts): Promise<void> => {
  renderFormulas(box)
  prepareImages(box)
  addCopyButtons(box, texts)
  if (!box.querySelector('pre code')) return
  const { highlight } = await import('#src/shared/lib/text/code-colours.ts')
  highlight(box)
}
