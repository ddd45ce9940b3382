import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { TAGS_PER_THREAD } from '#contract/community/community.ts'
import { useCreateTag } from '../../api/thread.mutations.ts'
import { suggestTags, tagOptions, type TagOption } from '../../model/tags.ts'

type Tags = Parameters<typeof suggestTags>[0]
export type TagCombobox = ReturnType<typeof useTagCombobox>

/** What is typed, the suggestions for it, and the keys of the combobox. */
export const useTagCombobox = (tags: Tags, value: readonly number[], onChange: (ids: number[]) => void) => {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const create = useCreateTag()
  const suggestions = suggestTags(tags, value, typed)
  const isFull = value.length >= TAGS_PER_THREAD
  const options = tagOptions(suggestions)
  const cursor = useCursor(options.length)

  const pick = (id: number) => {
    onChange([...value, id])
    setTyped('')
    cursor.reset()
    input.current?.focus()
    // Typing or an arrow key opens it again.
    setIsOpen(false)
  }
  const choose = ({ id, name }: TagOption) => {
    if (id !== null) pick(id)
    else if (!create.isPending) create.mutate(name, { onSuccess: (tag) => pick(tag.id) })
  }
  const move = (step: 1 | -1) => {
    setIsOpen(true)
    cursor.move(step)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) event.preventDefault()
    const option = options[cursor.active]
    if (event.key === 'Enter' && option && !isFull && (isOpen || typed !== '')) choose(option)
    if (event.key === 'ArrowDown') move(1)
    if (event.key === 'ArrowUp') move(-1)
    if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setIsOpen(false)
    }
  }
  return {
    listId,
    input,
    typed,
    options,
    active: cursor.active,
    more: suggestions.more,
    isListOpen: isOpen && !isFull && options.length > 0,
    type: (text: string) => {
      setTyped(text)
      cursor.reset()
      setIsOpen(true)
    },
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    remove: (id: number) => {
      onChange(value.filter((other) => other !== id))
      input.current?.focus()
    },
    choose,
    handleKey,
  }
}

/** The active suggestion; it wraps around at both ends. */
const useCursor = (count: number) => {
  const [index, setIndex] = useState(0)
  const active = Math.min(index, count - 1)
  return {
    active,
    reset: () => setIndex(0),
    move: (step: 1 | -1) => {
      if (count > 0) setIndex((active + step + count) % count)
    },
  }
}
