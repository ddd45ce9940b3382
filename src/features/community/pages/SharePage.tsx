import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { selectFeatures } from '#src/core/client-config/client-config-slice.ts'
import { hasFeature } from '#src/core/client-config/features.ts'
import { paths } from '#src/core/paths.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { draftsOf } from '#src/core/storage/drafts.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal, safeSession } from '#src/core/storage/safe-storage.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { NEW_THREAD_DRAFT } from '../model/ids.ts'
import { addShared, composeState, sharedFrom, type Shared } from '../model/shared.ts'

interface Draft {
  title: string
  body: string
  key?: string
}

/** Stores the shared content in the draft of a new thread, which the form restores. */
const saveToDraft = (userId: number, shared: Shared) => {
  const drafts = draftsOf(safeLocal, userId)
  let draft: Draft = { title: '', body: '' }
  try {
    // Other content is another thread: the draft's key is not reused.
    const { key: _, ...stored } = JSON.parse(drafts.get(NEW_THREAD_DRAFT) ?? '{}') as Partial<Draft>
    draft = { ...draft, ...stored }
  } catch {
    // An unreadable draft counts as none.
  }
  drafts.set(NEW_THREAD_DRAFT, JSON.stringify(addShared(draft, shared)))
}

/**
 * /community/share: opens the form for a new thread with the shared content; nothing is posted automatically.
 */
export const SharePage = () => {
  const { t } = useTranslation('community')
  const { search } = useLocation()
  const navigate = useNavigate()
  const isEnabled = hasFeature(useAppSelector(selectFeatures), 'community_forum')
  const userId = useAppSelector(selectUser).id ?? 0
  const [shared] = useState(() => sharedFrom(search) ?? sharedFrom(safeSession.get(keys.shared) ?? ''))

  useEffect(() => {
    safeSession.remove(keys.shared)
    if (!isEnabled) return
    if (shared) saveToDraft(userId, shared)
    void navigate(paths.community, { replace: true, state: composeState })
  }, [navigate, isEnabled, shared, userId])

  if (isEnabled) return null
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
          {[shared.title, shared.text, shared.url].filter(Boolean).map((text) => (
            <p key={text} dir="auto" className="wrap-break-word whitespace-pre-line">
              {text}
            </p>
          ))}
        </Card>
      )}
    </>
  )
}
