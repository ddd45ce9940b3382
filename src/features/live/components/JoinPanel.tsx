import ExternalLink from 'lucide-react/icons/external-link'
import Video from 'lucide-react/icons/video'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ScheduledSession } from '#contract/live/live.ts'
import { minutesNeeded } from '#contract/attendance/rules.ts'
import { selectClientInfo } from '#src/core/client-config/client-config-slice.ts'
import { isFeatureOff } from '#src/core/client-config/features.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { useHeartbeat } from '../api/use-heartbeat.ts'
import { lengthMinutes } from '../model/session-time.ts'
import { ConsentDialog } from './ConsentDialog.tsx'
import { useJoin } from './use-join.ts'

type Props = { session: ScheduledSession; isLarge?: boolean }

/** Joining a session that is open: the button, the question about the recording, and what is counted. */
export const JoinPanel = ({ session, isLarge = false }: Props) => {
  const { t } = useTranslation('live')
  const { state, press, answer, cancel } = useJoin(session)
  const isIn = session.joined_at !== null || state.at === 'joined'
  const minutes = useHeartbeat(session.id, isIn)
  const icon = <Video aria-hidden="true" size={20} />
  return (
    <div className="flex flex-col gap-3">
      {state.at === 'joined' && state.url !== null ? (
        <a
          href={state.url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ size: 'lg', block: true })}
        >
          <ExternalLink aria-hidden="true" size={20} />
          {t('join.open')}
        </a>
      ) : (
        <Button
          size={isLarge ? 'lg' : 'md'}
          variant={isIn ? 'secondary' : 'primary'}
          block={isLarge}
          pending={state.at === 'pending'}
          icon={icon}
          onClick={press}
        >
          {t(isIn ? 'join.again' : 'join.now')}
        </Button>
      )}
      {state.at === 'refused' && <Alert kind="warning" title={t(`join.refused.${state.reason}`)} />}
      {state.at === 'failed' && (
        <Alert kind="error" title={t('join.failed')}>
          {t('join.failedHint')}
        </Alert>
      )}
      {session.is_host ? (
        <ManageLink session={session} />
      ) : (
        isIn && <Counted session={session} minutes={minutes ?? 0} />
      )}
      <ConsentDialog
        open={state.at === 'asking'}
        rule={session.consent_rule}
        onAnswer={answer}
        onCancel={cancel}
      />
    </div>
  )
}

/** Where the host ends the class and sees who came. */
const ManageLink = ({ session }: { session: ScheduledSession }) => {
  const { t } = useTranslation('live')
  const isOff = useAppSelector((state) => isFeatureOff(selectClientInfo(state), 'admin_live'))
  if (isOff) return null
  return (
    <Link to={`${adminPaths.live}?session=${session.id}`} className={buttonClass({ variant: 'ghost' })}>
      {t('join.manage')}
    </Link>
  )
}

const Counted = ({ session, minutes }: { session: ScheduledSession; minutes: number }) => {
  const { t } = useTranslation('live')
  const needed = minutesNeeded(lengthMinutes(session))
  return (
    <p className="text-sm text-ink-muted">
      <span className="font-medium text-ink">{t('join.counted', { count: minutes })}</span>{' '}
      {t('join.rule', { count: needed })}
    </p>
  )
}
