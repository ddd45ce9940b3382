import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { PARTICIPANTS_SHOWN, type Author } from '../../model/posts.ts'

type Props = { participants: readonly Author[]; total: number }

/** The participants: four avatars and the number of the others (spec 9: Participants). */
export const Participants = ({ participants, total }: Props) => {
  const { t } = useTranslation('community')
  if (participants.length === 0) return null
  const shown = participants.slice(0, PARTICIPANTS_SHOWN)
  const more = participants.length - shown.length
  const label = t('thread.participants', { count: Math.max(total, participants.length) })
  return (
    <div role="img" aria-label={label} title={label} className="flex items-center">
      {shown.map((person) => (
        <Avatar
          key={`${person.user_name} ${person.name}`}
          name={person.name || person.user_name}
          src={person.profile_pic_url}
          size={28}
          className="-ms-2 border-2 border-surface-raised first:ms-0"
        />
      ))}
      {more > 0 && (
        <span className="-ms-2 inline-flex size-7 items-center justify-center rounded-full border-2 border-surface-raised bg-surface-sunken text-xs font-medium text-ink-muted">
          +{more}
        </span>
      )}
    </div>
  )
}
