import NotebookPen from 'lucide-react/icons/notebook-pen'
import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { noteColours, type NoteColour, type NotePlace } from '#contract/courses/learning.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { createAnchor } from '../../model/anchor.ts'
import { articleText, paragraphOf, spanOf } from './text-range.ts'

type Props = {
  content: RefObject<HTMLElement | null>
  onMark: (anchor: NotePlace, colour: NoteColour, startWriting: boolean) => void
}

/** Marks the selected text in a colour or adds a note to it. It is above the footer and clear of the device's menu. */
export const SelectionBar = ({ content, onMark }: Props) => {
  const { t } = useTranslation('courses/learning')
  const [anchor, setAnchor] = useState<NotePlace | null>(null)
  useEffect(() => {
    const readSelection = () => {
      const box = content.current
      const selection = document.getSelection()
      const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null
      const span = box && range ? spanOf(box, range) : null
      setAnchor(
        box && range && span
          ? createAnchor(articleText(box), span, paragraphOf(box, range.startContainer))
          : null,
      )
    }
    document.addEventListener('selectionchange', readSelection)
    return () => document.removeEventListener('selectionchange', readSelection)
  }, [content])
  if (!anchor) return null
  const mark = (colour: NoteColour, startWriting: boolean) => {
    onMark(anchor, colour, startWriting)
    document.getSelection()?.removeAllRanges()
  }
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-40 px-3 pb-20">
      <div
        role="toolbar"
        aria-label={t('notes.mark')}
        data-own-keys=""
        className="floating rise pointer-events-auto mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-1 p-2"
        // Pressing a button must not clear the selection.
        onPointerDown={(event) => event.preventDefault()}
      >
        {noteColours.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-label={t('notes.markIn', { colour: t(`notes.colours.${colour}`) })}
            title={t('notes.markIn', { colour: t(`notes.colours.${colour}`) })}
            className="inline-flex size-11 items-center justify-center rounded-lg hover:bg-surface-sunken"
            onClick={() => mark(colour, false)}
          >
            <span aria-hidden="true" className={`swatch swatch-${colour} size-7 rounded-full`} />
          </button>
        ))}
        <Button
          size="sm"
          variant="secondary"
          icon={<NotebookPen aria-hidden="true" size={18} />}
          onClick={() => mark('yellow', true)}
        >
          {t('notes.write')}
        </Button>
      </div>
    </div>
  )
}
