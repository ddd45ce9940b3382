/** What an article gets once it stands: colours and a copy button for code, formulas, pictures that wait their turn. */
export interface CopyTexts {
  copy: string
  copied: string
}

/** How long the button says that it copied. */
const COPIED_MS = 2_000
const FORMULA = 'code.language-math'

/** Formulas are written as code of the language "math"; a block of its own stands in a line of its own. */
const showFormulas = async (box: Element): Promise<void> => {
  const { mathElement, texToMathml } = await import('#src/shared/lib/text/tex.ts')
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

const showPictures = (box: Element) => {
  for (const picture of box.querySelectorAll('img')) {
    picture.loading = 'lazy'
    picture.decoding = 'async'
    // A picture without words is decoration for who cannot see it.
    if (!picture.hasAttribute('alt')) picture.alt = ''
  }
}

/** `onText` is called when the text is final: at once, or after the formulas that change it. */
export const enhanceArticle = async (box: Element, texts: CopyTexts, onText?: () => void): Promise<void> => {
  if (box.querySelector(FORMULA)) await showFormulas(box)
  showPictures(box)
  addCopyButtons(box, texts)
  onText?.()
  if (!box.querySelector('pre code')) return
  const { highlight } = await import('#src/shared/lib/text/code-colours.ts')
  highlight(box)
}
