import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TAG_MAX } from '#contract/community/community.ts'
import { cx } from '#src/shared/lib/cx.ts'
import type { FieldControl } from '#src/shared/ui/forms/Field.tsx'
import { tagsQuery } from '../../api/community.queries.ts'
import { useTagCombobox, type TagCombobox } from './use-tag-combobox.ts'

type Props = FieldControl & { value: readonly number[]; onChange: (ids: number[]) => void }

/**
 * The chosen tags and a field with suggestions: Enter picks the first, Backspace removes the last (spec 5).
 */
export const TagPicker = ({ value, onChange, ...control }: Props) => {
  const { t } = useTranslation('community')
  const tags = useQuery(tagsQuery()).data ?? []
  const { input, ...box } = useTagCombobox(tags, value, onChange)
  const { typed, isListOpen } = box
  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) box.close()
      }}
    >
      <div className="control flex flex-wrap items-center gap-1.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
        {value.map((id) => (
          <ChosenTag
            key={id}
            name={tags.find((tag) => tag.id === id)?.name ?? String(id)}
            onRemove={() => box.remove(id)}
          />
        ))}
        <input
          {...control}
          ref={input}
          // While the field is empty, the caret and the placeholder follow the page's direction.
          dir={typed === '' ? undefined : 'auto'}
          role="combobox"
          aria-expanded={isListOpen}
          aria-controls={box.listId}
          aria-autocomplete="list"
          aria-activedescendant={isListOpen ? `${box.listId}-${box.active}` : undefined}
          autoComplete="off"
          maxLength={TAG_MAX}
          placeholder={value.length === 0 ? t('tags.placeholder') : undefined}
          value={typed}
          className="min-h-8 min-w-32 flex-1 bg-transparent outline-none placeholder:text-ink-muted placeholder:opacity-100"
          onChange={(event) => box.type(event.target.value)}
          onFocus={box.open}
          onKeyDown={box.handleKey}
        />
      </div>
      {isListOpen && <Suggestions box={box} />}
    </div>
  )
}

const ChosenTag = ({ name, onRemove }: { name: string; onRemove: () => void }) => {
  const { t } = useTranslation('community')
  return (
    <span className="inline-flex items-center rounded-full bg-primary-soft ps-3 text-sm font-medium text-primary-text">
      <bdi>{name}</bdi>
      <button
        type="button"
        aria-label={t('tags.remove', { name })}
        className="inline-flex size-8 items-center justify-center rounded-full pointer-coarse:size-11"
        onClick={onRemove}
      >
        <X aria-hidden="true" size={14} />
      </button>
    </span>
  )
}

const Suggestions = ({
  box: { listId, options, active, more, choose },
}: {
  box: Omit<TagCombobox, 'input'>
}) => {
  const { t } = useTranslation('community')
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On phones the bottom bar would cover it.
    list.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return (
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
      {more > 0 && <p className="px-3 py-2 text-sm text-ink-muted">{t('tags.more', { count: more })}</p>}
    </div>
  )
}
