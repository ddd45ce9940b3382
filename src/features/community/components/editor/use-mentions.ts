import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEditorState, type Editor } from '@tiptap/react'
import { useId, useState } from 'react'
import { peopleQuery } from '../../api/community.queries.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { partialName } from '../../model/mentions.ts'
import type { Author } from '../../model/posts.ts'

/** Wait for this pause in typing before a request. */
const TYPING_PAUSE_MS = 150

export interface PartialMention {
  /** The letters after the @. */
  name: string
  /** The position of the @. */
  from: number
  to: number
}

/** Mention suggestions for the text before the cursor, and the keys that choose one. */
export const useMentions = (editor: Editor, threadId: number | null) => {
  const id = useId()
  const partial = useEditorState({ editor, selector: ({ editor: now }) => partialMentionIn(now) })
  /** The position of an @ whose suggestions were dismissed. */
  const [dismissedAt, setDismissedAt] = useState<number | null>(null)
  const [highlighted, setHighlighted] = useState({ name: '', index: 0 })
  const debouncedName = useSettled(partial?.name ?? '', TYPING_PAUSE_MS)
  const isWanted = partial !== null && partial.from !== dismissedAt
  const suggestions = useQuery({
    ...peopleQuery(debouncedName, threadId),
    enabled: isWanted && (debouncedName !== '' || threadId !== null),
    placeholderData: keepPreviousData,
  })
  const isCurrent = debouncedName === partial?.name && !suggestions.isPlaceholderData
  const people = isWanted
    ? (suggestions.data ?? []).filter((person) => isCurrent || matchesName(person, partial.name))
    : []
  const active = highlighted.name === partial?.name ? Math.min(highlighted.index, people.length - 1) : 0
  const isOpen = people.length > 0

  const choose = (person: Author) => {
    if (!partial) return
    editor
      .chain()
      .focus()
      .insertContentAt(
        { from: partial.from, to: partial.to },
        { type: 'text', text: `@${person.user_name} ` },
      )
      .run()
  }
  /** Returns whether the key was handled. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || !partial || event.isComposing) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setHighlighted({ name: partial.name, index: (active + step + people.length) % people.length })
      return true
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      setDismissedAt(partial.from)
      return true
    }
    const isPickKey = (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab'
    const person = people[active]
    if (!isPickKey || event.shiftKey || !person) return false
    choose(person)
    return true
  }
  return { id, isOpen, position: partial?.from ?? 0, people, active, choose, handleKey }
}

/** A mention being typed at the cursor; none in code and links. */
const partialMentionIn = (editor: Editor): PartialMention | null => {
  const { selection } = editor.state
  const { $from, empty } = selection
  if (!empty || !editor.isFocused || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  if (editor.isActive('code') || editor.isActive('link')) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC')
  const name = partialName(before)
  return name === null ? null : { name, from: $from.pos - name.length - 1, to: $from.pos }
}

/** Filters the previous suggestions until the server answers. */
const matchesName = ({ name, user_name }: Author, typed: string): boolean =>
  [user_name, name].some((text) => text.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
