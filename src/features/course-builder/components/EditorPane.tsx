import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'

type Props = { isOpen: boolean; openNode: string; children: ReactNode }

/** The editor of the selected node. Phones show it instead of the outline. */
export const EditorPane = ({ isOpen, openNode, children }: Props) => {
  const { t } = useTranslation('course-builder')
  const pane = useRef<HTMLElement>(null)
  const isFirstRender = useRef(true)
  const previousNode = useRef(openNode)
  // Moves the focus to the selected node's editor: to an empty title, or else the heading. Not on the first
  // render.
  useEffect(() => {
    const previous = previousNode.current
    previousNode.current = openNode
    if (isFirstRender.current) {
      isFirstRender.current = false
      return
    }
    // Back in the outline, focus the line that the author came from.
    if (!isOpen)
      return document.querySelector<HTMLElement>(`[data-sort="${CSS.escape(previous)}"] a`)?.focus()
    const title = pane.current?.querySelector<HTMLInputElement>('input[type="text"]')
    const focusTarget = title?.value === '' ? title : pane.current?.querySelector<HTMLElement>('h2')
    focusTarget?.focus()
  }, [openNode, isOpen])
  return (
    <section
      ref={pane}
      aria-label={t('builder.editor')}
      className={cx('min-w-0', !isOpen && 'max-lg:hidden')}
    >
      <BackLink to="." className="mb-3 lg:hidden">
        {t('builder.toOutline')}
      </BackLink>
      {children}
    </section>
  )
}
