import type { Page } from '@playwright/test'

export interface Fault {
  kind: 'start edge' | 'row direction' | 'lone bdi' | 'not isolated'
  /** Tag, classes and text of the element. */
  where: string
}

/** What people write instead of the page's own texts: a title with a sign at its end, which must stay at the end. */
export const samples = { latin: 'Data: part 1!', arabic: 'بيانات: الجزء ١!' } as const

/** Writes the sample into every text that is marked as somebody's data, as `<bdi>` or with `dir="auto"`. */
export const writeData = (page: Page, sample: string): Promise<void> =>
  page.evaluate((text) => {
    for (const element of document.querySelectorAll<HTMLElement>('bdi:not([dir]), [dir="auto"]')) {
      if (element.closest('[data-document]') || element.matches('input, textarea')) continue
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (/\p{L}/u.test(node.textContent ?? '')) node.textContent = text
    }
  }, sample)

/**
 * Measures every block of text on a page that runs from the right: its first letter stands at the start of its
 * container, unless it is centred or stands at the end on purpose. Long texts with a direction of their own
 * (`data-document`) are measured inside of it.
 */
export const findStartEdgeFaults = (page: Page): Promise<Fault[]> =>
  page.evaluate(() => {
    const TOLERANCE = 2
    const faults = new Map<string, Fault>()
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element) => {
      const known = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, known)
      return known
    }
    const report = (kind: Fault['kind'], element: Element) => {
      const classes = typeof element.className === 'string' ? element.className.slice(0, 60) : ''
      const text = (element.textContent ?? '').trim().slice(0, 30)
      const where = `<${element.localName} class="${classes}"> ${text}`
      faults.set(kind + where, { kind, where })
    }
    const isInline = (element: Element) =>
      /^(inline|contents|ruby)/.test(styleOf(element).display) && !/^inline-/.test(styleOf(element).display)
    const isHidden = (element: Element) =>
      !element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) ||
      element.closest(
        'summary, .sr-only, [aria-hidden="true"] svg, select, option, math, pre, code, canvas, [dir="ltr"], .cm-editor',
      ) !== null
    const pageDirection = styleOf(document.documentElement).direction

    /** start, center or end, as the nearest element says that runs like the page. */
    const intended = (block: Element): string => {
      for (let at: Element | null = block; at; at = at.parentElement) {
        const { direction, textAlign } = styleOf(at)
        if (direction !== pageDirection && at.parentElement) continue
        if (textAlign === 'right') return pageDirection === 'rtl' ? 'start' : 'end'
        if (textAlign === 'left') return pageDirection === 'rtl' ? 'end' : 'start'
        return textAlign.replace('-webkit-', '')
      }
      return 'start'
    }
    const blockOf = (node: Node): Element | null => {
      let at = node.parentElement
      while (at && isInline(at)) at = at.parentElement
      return at
    }
    const documentOf = (element: Element) => element.closest('[data-document]')

    const blocks = new Set<Element>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || !/[\p{L}\p{N}]/u.test(node.textContent ?? '') || isHidden(parent) || documentOf(parent))
        continue
      const block = blockOf(node)
      if (block) blocks.add(block)
      checkIsolation(node, parent)
    }
    for (const block of blocks) {
      checkEdge(block)
      for (let at: Element | null = block; at && at !== document.body; at = at.parentElement)
        if (styleOf(at).direction !== pageDirection && /flex|grid/.test(styleOf(at).display))
          report('row direction', at)
    }
    for (const element of document.querySelectorAll('[dir="auto"]')) checkLoneBdi(element)
    return [...faults.values()]

    function checkEdge(block: Element) {
      const style = styleOf(block)
      const align = intended(block)
      if (!/^(start|end)$/.test(align)) return
      const range = document.createRange()
      range.selectNodeContents(block)
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (rects.length === 0) return
      const box = block.getBoundingClientRect()
      const isRight = (align === 'start') === (pageDirection === 'rtl')
      const gap = isRight
        ? box.right -
          Number.parseFloat(style.borderRightWidth) -
          Number.parseFloat(style.paddingRight) -
          Math.max(...rects.map(({ right }) => right))
        : Math.min(...rects.map(({ left }) => left)) -
          box.left -
          Number.parseFloat(style.borderLeftWidth) -
          Number.parseFloat(style.paddingLeft)
      if (/flex|grid/.test(style.display)) {
        if (
          style.justifyContent !== 'normal' &&
          style.justifyContent !== 'start' &&
          style.justifyContent !== 'flex-start'
        )
          return
      }
      if (gap > TOLERANCE) report('start edge', block)
    }

    /** A text in letters of the other direction needs an isolate of its own, or its signs change sides. */
    function checkIsolation(node: Node, parent: Element) {
      const text = (node.textContent ?? '').trim()
      if (!/\p{Script=Latin}.*\p{P}$/u.test(text) || /\p{Script=Arabic}/u.test(text)) return
      for (let at: Element | null = parent; at; at = at.parentElement) {
        const { unicodeBidi, direction } = styleOf(at)
        if (unicodeBidi.includes('plaintext') || direction === 'ltr') return
        if (!isInline(at)) break
      }
      report('not isolated', parent)
    }

    /** `dir="auto"` does not look into a `<bdi>`: without other text it means left to right. */
    function checkLoneBdi(element: Element) {
      if (element.matches('input, textarea') || !element.querySelector('bdi')) return
      const inside = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = inside.nextNode(); node; node = inside.nextNode()) {
        const own = node.parentElement?.closest('bdi, [dir]')
        if (own === element && /\p{L}/u.test(node.textContent ?? '')) return
      }
      report('lone bdi', element)
    }
  })
