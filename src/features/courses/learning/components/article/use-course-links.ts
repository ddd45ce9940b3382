import { useEffect, type RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { isCourseLink } from '#contract/text/course-links.ts'

/** Opens links to other lessons inside the app, so that the page is not loaded again. */
export const useCourseLinks = (content: RefObject<HTMLElement | null>, isShown: boolean): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const box = content.current
    if (!isShown || !box) return
    const open = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const href = link?.getAttribute('href') ?? ''
      if (event.defaultPrevented || !isPlainClick(event) || !isCourseLink(href)) return
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
