import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEditorState, type Editor } from '@tiptap/react'
import { useId, useState } from 'react'
import { peopleQuery } from '../../api/community.queries.ts'
import { useSettled } from '#src/shared/lib/hooks/use-debounced.ts'
import { nameBegun } from '../../model/mentions.ts'
import type { Author } from '../../model/posts.ts'

/** A pause in typing, long enough not to ask for every letter. */
const TYPING_PAUSE_MS = 150

export interface Begun {
  /** What stands after the @. */
  name: string
  /** Where the @ stands. */
  from: number
  to: number
}

/** The people who may be meant by what stands before the cursor, and the keys that choose one of them. */
export const useMentions = (editor: Editor, threadId: number | null) => {
  const id = useId()
  const begun = useEditorState({ editor, selector: ({ editor: now }) => begunIn(now) })
  /** Where somebody said that no one is meant. */
  const [declined, setDeclined] = useState<number | null>(null)
  const [chosen, setChosen] = useState({ name: '', index: 0 })
  const settled = useSettled(begun?.name ?? '', TYPING_PAUSE_MS)
  const wanted = begun !== null && begun.from !== declined
  const found = useQuery({
    ...peopleQuery(settled, threadId),
    enabled: wanted && (settled !== '' || threadId !== null),
    placeholderData: keepPreviousData,
  })
  const fresh = settled === begun?.name && !found.isPlaceholderData
  const people = wanted ? (found.data ?? []).filter((person) => fresh || resembles(person, begun.name)) : []
  const active = chosen.name === begun?.name ? Math.min(chosen.index, people.length - 1) : 0
  const open = people.length > 0

  const choose = (person: Author) => {
    if (!begun) return
    editor
      .chain()
      .focus()
      .insertContentAt({ from: begun.from, to: begun.to }, { type: 'text', text: `@${person.user_name} ` })
      .run()
  }
  /** True when the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open || !begun || event.isComposing) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen({ name: begun.name, index: (active + step + people.length) % people.length })
      return true
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      setDeclined(begun.from)
      return true
    }
    const picks = (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab'
    const person = people[active]
    if (!picks || event.shiftKey || !person) return false
    choose(person)
    return true
  }
  return { id, open, at: begun?.from ?? 0, people, active, choose, onKey }
}

/** A name under the cursor; code and links show an @ of their own. */
const begunIn = (editor: Editor): Begun | null => {
  const { selection } = editor.state
  const { $from, empty } = selection
  if (!empty || !editor.isFocused || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  if (editor.isActive('code') || editor.isActive('link')) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC')
  const name = nameBegun(before)
  return name === null ? null : { name, from: $from.pos - name.length - 1, to: $from.pos }
}

/** Until the server has answered about the last letters. */
const resembles = ({ name, user_name }: Author, typed: string): boolean =>
  [user_name, name].some((text) => text.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
