import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TAG_MAX, TAGS_PER_THREAD } from '#contract/community/community.ts'
import { cx } from '#src/shared/lib/cx.ts'
import type { FieldControl } from '#src/shared/ui/forms/Field.tsx'
import { tagsQuery } from '../../api/community.queries.ts'
import { useCreateTag } from '../../api/thread.mutations.ts'
import { suggestTags } from '../../model/tags.ts'

/** An existing tag, or a new one to create (`id` null). */
interface Option {
  key: string
  id: number | null
  name: string
}

type Props = FieldControl & { value: readonly number[]; onChange: (ids: number[]) => void }

/**
 * The chosen tags and a field with suggestions: Enter picks the first, Backspace removes the last (spec 5).
 */
export const TagPicker = ({ value, onChange, ...control }: Props) => {
  const { t } = useTranslation('community')
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(0)
  const tags = useQuery(tagsQuery()).data ?? []
  const create = useCreateTag()
  const suggestions = suggestTags(tags, value, typed)
  const isFull = value.length >= TAGS_PER_THREAD
  const options: Option[] = suggestions.shown.map(({ id, name }) => ({ key: String(id), id, name }))
  if (suggestions.create !== null) options.push({ key: 'create', id: null, name: suggestions.create })
  const isListOpen = isOpen && !isFull && options.length > 0
  const active = Math.min(activeIndex, options.length - 1)

  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On phones the bottom bar would cover it.
    if (isListOpen) list.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isListOpen])

  const pick = (id: number) => {
    onChange([...value, id])
    setTyped('')
    setActiveIndex(0)
    input.current?.focus()
  }
  const choose = ({ id, name }: Option) => {
    if (id !== null) pick(id)
    else if (!create.isPending) create.mutate(name, { onSuccess: (tag) => pick(tag.id) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[active]
      if (option && !isFull) choose(option)
    }
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setIsOpen(false)
    }
    if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (options.length > 0) setActiveIndex((active + step + options.length) % options.length)
    }
  }
  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
      }}
    >
      <div className="control flex flex-wrap items-center gap-1.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
        {value.map((id) => {
          const name = tags.find((tag) => tag.id === id)?.name ?? String(id)
          return (
            <span
              key={id}
              className="inline-flex items-center rounded-full bg-primary-soft ps-3 text-sm font-medium text-primary-text"
            >
              <bdi>{name}</bdi>
              <button
                type="button"
                aria-label={t('tags.remove', { name })}
                className="inline-flex size-8 items-center justify-center rounded-full pointer-coarse:size-11"
                onClick={() => {
                  onChange(value.filter((other) => other !== id))
                  input.current?.focus()
                }}
              >
                <X aria-hidden="true" size={14} />
              </button>
            </span>
          )
        })}
        <input
          {...control}
          ref={input}
          // While the field is empty, the caret and the placeholder follow the page's direction.
          dir={typed === '' ? undefined : 'auto'}
          role="combobox"
          aria-expanded={isListOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={isListOpen ? `${listId}-${active}` : undefined}
          autoComplete="off"
          maxLength={TAG_MAX}
          placeholder={value.length === 0 ? t('tags.placeholder') : undefined}
          value={typed}
          className="min-h-8 min-w-32 flex-1 bg-transparent outline-none placeholder:text-ink-muted placeholder:opacity-100"
          onChange={(event) => {
            setTyped(event.target.value)
            setActiveIndex(0)
            setIsOpen(true)
          }}
          onFocus={() => setIsOpen(true)}
          onKeyDown={onKeyDown}
        />
      </div>
      {isListOpen && (
        <div
          ref={list}
          className="floating scroll-mb-24 absolute inset-x-0 top-full z-30 mt-1.5 max-h-64 overflow-y-auto p-1.5"
        >
          <div id={listId} role="listbox" aria-label={t('tags.suggestions')}>
            {options.map((option, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox has the keys
              <div
                key={option.key}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                className={cx(
                  'flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-3 text-sm hover:bg-surface-sunken',
                  index === active && 'bg-surface-sunken',
                  option.id === null && 'font-medium text-primary-text',
                )}
                // Keeps the focus in the field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option.id === null && <Plus aria-hidden="true" size={16} />}
                <bdi>{option.id === null ? t('tags.create', { name: option.name }) : option.name}</bdi>
              </div>
            ))}
          </div>
          {suggestions.more > 0 && (
            <p className="px-3 py-2 text-sm text-ink-muted">{t('tags.more', { count: suggestions.more })}</p>
          )}
        </div>
      )}
    </div>
  )
}
