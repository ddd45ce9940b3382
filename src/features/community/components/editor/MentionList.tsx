import type { Editor } from '@tiptap/react'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#src/shared/lib/cx.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import type { useMentions } from './use-mentions.ts'

type Props = {
  editor: Editor
  mentions: ReturnType<typeof useMentions>
  /** The list is positioned in this element, which must be a positioned one. */
  frame: RefObject<HTMLElement | null>
}

/** The width of the class below, in px. */
const WIDTH = 288
const GAP = 4

/**
 * Suggestions for a mention, below the @. The text keeps the focus and handles the keys (ARIA listbox of a
 * textbox).
 */
export const MentionList = ({ editor, mentions, frame }: Props) => {
  const { t } = useTranslation('community')
  const { id, isOpen, position, people, active, choose } = mentions
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = frame.current?.getBoundingClientRect()
    if (!list.current || !isOpen || !box) return
    const cursor = editor.view.coordsAtPos(position)
    const isRtl = frame.current !== null && getComputedStyle(frame.current).direction === 'rtl'
    const fromStart = isRtl ? box.right - cursor.right : cursor.left - box.left
    list.current.style.top = `${cursor.bottom - box.top + GAP}px`
    list.current.style.insetInlineStart = `${Math.max(0, Math.min(fromStart, box.width - WIDTH))}px`
  }, [isOpen, position, editor, frame])
  useEffect(() => {
    if (!isOpen) return
    const text = editor.view.dom
    text.setAttribute('aria-controls', id)
    text.setAttribute('aria-activedescendant', `${id}-${active}`)
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [isOpen, active, id, editor])
  useEffect(() => {
    // On phones the bottom bar would cover it.
    if (isOpen) list.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpen])
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpen, active, id])
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && t('mention.found', { count: people.length })}
      </p>
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label={t('mention.people')}
          ref={list}
          className="floating scroll-mb-24 absolute z-30 max-h-64 w-72 max-w-full overflow-y-auto p-1.5"
        >
          {people.map((person, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text has the keys
            <div
              key={person.user_name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              className={cx(
                'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm hover:bg-surface-sunken',
                index === active && 'bg-surface-sunken',
              )}
              // Keeps the focus in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar name={person.name || person.user_name} src={person.profile_pic_url} size={28} />
              <span className="min-w-0">
                <span className="flex font-medium">
                  <bdi className="truncate">{person.name || person.user_name}</bdi>
                </span>
                <span className="flex text-ink-muted">
                  <bdi className="truncate">@{person.user_name}</bdi>
                </span>
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
