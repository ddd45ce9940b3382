import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { shallowEqual } from 'react-redux'
import { Link } from 'react-router-dom'
import { adminPaths } from '#src/core/admin-paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { selectRoleFlags } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { twoStepQuery } from '../api/two-step.queries.ts'
import { AppSection } from './AppSection.tsx'
import { PasskeySection } from './passkeys/PasskeySection.tsx'
import { RecoverySection } from './RecoverySection.tsx'

/** Two-step sign-in in the profile. */
export const TwoStepCard = () => {
  const { t } = useTranslation('auth/two-step')
  const id = useId()
  const online = useOnline()
  const { isAdmin, isSuperAdmin } = useAppSelector(selectRoleFlags, shallowEqual)
  const { data, isError, refetch } = useQuery(twoStepQuery())
  const retry = () => void refetch()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold">
        {t('card.title')}
      </h2>
      <p className="mt-1 mb-5 max-w-reading text-sm text-ink-muted">
        {t(data?.required ? 'card.required' : 'card.text')}
      </p>
      <ListState
        items={data && [data]}
        failed={isError}
        offline={!online}
        filtered={false}
        loadingLabel={t('card.loading')}
        skeleton={<Skeleton height={96} />}
        empty={{ title: t('card.error') }}
        emptyFiltered={{ title: t('card.error'), clearLabel: t('retry'), onClear: retry }}
        error={{ title: t('card.error'), retryLabel: t('retry'), onRetry: retry }}
        offlineMessage={{ title: t('card.offline') }}
      >
        {([state]) =>
          state && (
            <div className="grid gap-4">
              <AppSection since={state.totp_since} />
              <PasskeySection passkeys={state.passkeys} />
              {(state.totp_since !== null || state.passkeys.length > 0) && (
                <RecoverySection left={state.recovery_codes_left} />
              )}
            </div>
          )
        }
      </ListState>
      {(isAdmin || isSuperAdmin) && (
        <Link
          to={adminPaths.signIn}
          className="mt-4 inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
        >
          {t('admin.link')}
        </Link>
      )}
    </section>
  )
}
