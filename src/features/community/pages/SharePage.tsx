import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { selectFeatures } from '#src/core/client-config/client-config-slice.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { paths } from '#src/core/paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { draftsOf } from '#src/core/offline/drafts.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal, safeSession } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { NEW_THREAD_DRAFT } from '../model/ids.ts'
import { addShared, composing, sharedFrom, type Shared } from '../model/shared.ts'

interface Draft {
  title: string
  body: string
  key?: string
}

/** Into the draft of a new thread, where the form finds it like any other words that wait. */
const keep = (userId: number, shared: Shared) => {
  const drafts = draftsOf(safeLocal, userId)
  let draft: Draft = { title: '', body: '' }
  try {
    // Other words are another thread: the key of the draft is not kept.
    const { key: _, ...kept } = JSON.parse(drafts.get(NEW_THREAD_DRAFT) ?? '{}') as Partial<Draft>
    draft = { ...draft, ...kept }
  } catch {
    // What cannot be read is no draft.
  }
  drafts.set(NEW_THREAD_DRAFT, JSON.stringify(addShared(draft, shared)))
}

/** /community/share: what another app shares opens the form of a new thread, filled in; nothing is posted by itself. */
export const SharePage = () => {
  const { t } = useTranslation('community')
  const { search } = useLocation()
  const navigate = useNavigate()
  const on = hasFeature(useAppSelector(selectFeatures), 'community_forum')
  const userId = useAppSelector(selectUser).id ?? 0
  const [shared] = useState(() => sharedFrom(search) ?? sharedFrom(safeSession.get(keys.shared) ?? ''))

  useEffect(() => {
    safeSession.remove(keys.shared)
    if (!on) return
    if (shared) keep(userId, shared)
    void navigate(paths.community, { replace: true, state: composing })
  }, [navigate, on, shared, userId])

  if (on) return null
  return (
    <>
      <EmptyState
        as="h1"
        illustration="denied"
        title={t('share.off')}
        text={t(shared ? 'share.offKept' : 'share.offText')}
        action={
          <Link to={paths.home} replace className={buttonClass({})}>
            {t('share.home')}
          </Link>
        }
      />
      {shared && (
        <Card className="mx-auto max-w-reading">
          {[shared.title, shared.text, shared.url].filter(Boolean).map((words) => (
            <p key={words} dir="auto" className="wrap-break-word whitespace-pre-line">
              {words}
            </p>
          ))}
        </Card>
      )}
    </>
  )
}
