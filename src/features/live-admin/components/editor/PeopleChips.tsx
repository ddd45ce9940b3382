import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import type { LivePerson } from '#contract/live/admin/sessions.ts'

type Props = { label: string; people: readonly LivePerson[]; onRemove: (id: number) => void }

/** The chosen people; each can be taken out again. */
export const PeopleChips = ({ label, people, onRemove }: Props) => {
  const { t } = useTranslation('live-admin')
  if (people.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {people.map(({ id, name }) => (
        <li
          key={id}
          className="flex max-w-full items-center rounded-full bg-surface-sunken ps-3 text-sm text-ink"
        >
          <bdi className="min-w-0 truncate">{name}</bdi>
          <button
            type="button"
            aria-label={t('form.remove', { name })}
            className="flex size-9 shrink-0 items-center justify-center rounded-full text-ink-muted hover:text-ink pointer-coarse:size-11"
            onClick={() => onRemove(id)}
          >
            <X aria-hidden="true" size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}
