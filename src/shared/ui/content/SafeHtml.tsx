import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { HtmlKind } from '#contract/text/html.ts'
import { cleanHtml, cleanNow } from '../../lib/text/clean-html.ts'

type Props = {
  html: string
  kind: HtmlKind
  /** Shown while the cleaner is fetched, shaped like what arrives. */
  fallback?: ReactNode
  className?: string
  /** Called once the content stands in the page. */
  onReady?: () => void
}

/** The only place of the product that turns a string into HTML: cleaned by the contract's allow-list right before. */
export const SafeHtml = ({ html, kind, fallback = null, className, onReady }: Props) => {
  const [clean, setClean] = useState(() => ({ from: html, html: cleanNow(html, kind) }))
  const box = useRef<HTMLDivElement>(null)
  const ready = useEffectEvent(() => onReady?.())
  if (clean.from !== html) setClean({ from: html, html: cleanNow(html, kind) })
  const shown = clean.from === html && clean.html !== null

  useEffect(() => {
    if (shown) return
    let wanted = true
    void cleanHtml(html, kind).then((made) => {
      if (wanted) setClean({ from: html, html: made })
    })
    return () => {
      wanted = false
    }
  }, [shown, html, kind])

  useEffect(() => {
    if (!shown || !box.current) return
    makeScrollable(box.current)
    ready()
  }, [shown, html])

  if (!shown || clean.html === null) return fallback
  return <div ref={box} dir="auto" className={className} dangerouslySetInnerHTML={{ __html: clean.html }} />
}

/** What scrolls sideways on a narrow screen can be reached and scrolled with the keyboard (WCAG 2.1.1). */
const makeScrollable = (box: HTMLElement) => {
  for (const part of box.querySelectorAll<HTMLElement>('pre, table'))
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0
}
