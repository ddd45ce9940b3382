import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { HtmlKind } from '#contract/text/html.ts'
import { cleanHtml, cleanNow } from '../../lib/text/clean-html.ts'

type Props = {
  html: string
  kind: HtmlKind
  /** Shown while the sanitizer loads, shaped like the content. */
  fallback?: ReactNode
  className?: string
  /** Called when the content is in the page. */
  onReady?: () => void
}

/** The only component that turns a string into HTML. It sanitizes with the contract's allow-list first. */
export const SafeHtml = ({ html, kind, fallback = null, className, onReady }: Props) => {
  const [clean, setClean] = useState(() => ({ from: html, html: cleanNow(html, kind) }))
  const container = useRef<HTMLDivElement>(null)
  const ready = useEffectEvent(() => onReady?.())
  if (clean.from !== html) setClean({ from: html, html: cleanNow(html, kind) })
  const isReady = clean.from === html && clean.html !== null

  useEffect(() => {
    if (isReady) return
    let isCurrent = true
    void cleanHtml(html, kind).then((sanitized) => {
      if (isCurrent) setClean({ from: html, html: sanitized })
    })
    return () => {
      isCurrent = false
    }
  }, [isReady, html, kind])

  useEffect(() => {
    if (!isReady || !container.current) return
    makeScrollable(container.current)
    ready()
  }, [isReady, html])

  if (!isReady || clean.html === null) return fallback
  return (
    <div
      ref={container}
      // An article has the direction of its language; a post is a part of the page, each paragraph isolated.
      {...(kind === 'article' && { dir: 'auto', 'data-document': '' })}
      className={className}
      dangerouslySetInnerHTML={{ __html: clean.html }}
    />
  )
}

/** Makes blocks that scroll sideways focusable, so that the keyboard can scroll them (WCAG 2.1.1). */
const makeScrollable = (container: HTMLElement) => {
  for (const block of container.querySelectorAll<HTMLElement>('pre, table'))
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0
}
