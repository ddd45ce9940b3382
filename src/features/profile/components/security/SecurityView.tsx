import { Suspense, type ReactNode } from 'react'
import { useAfterInteractive } from '#src/core/after-interactive.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { SupportViewsCard } from './SupportViewsCard.tsx'

/** Everything about signing in: the password, the second step, the signed-in devices and views by support. */
export const SecurityView = ({ twoStep }: { twoStep: ReactNode }) => {
  // Passkeys and authenticator apps bring the largest code of the profile.
  const isReady = useAfterInteractive()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-10">
      <PasswordCard />
      {twoStep && (
        <div>
          <Suspense fallback={<Skeleton height={192} />}>
            {isReady ? twoStep : <Skeleton height={192} />}
          </Suspense>
        </div>
      )}
      <DevicesCard />
      <SupportViewsCard />
    </div>
  )
}
