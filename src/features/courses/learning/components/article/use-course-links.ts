import { useEffect, type RefObject } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Opens links to other lessons inside the app, so that the page is not loaded again. The sanitizer keeps no other
 * address without a host (contract/text/course-links.ts).
 */
export const useCourseLinks = (content: RefObject<HTMLElement | null>, isShown: boolean): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const box = content.current
    if (!isShown || !box) return
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const href = link?.getAttribute('href') ?? ''
      if (event.defaultPrevented || !isPlainClick(event) || !href.startsWith('/learn/')) return
      event.preventDefault()
      void navigate(href)
    }
    box.addEventListener('click', open)
    return () => box.removeEventListener('click', open)
  }, [content, isShown, navigate])
}

/** Other clicks open a new tab or window. */
const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey
