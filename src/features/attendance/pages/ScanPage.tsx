import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { rememberReturnPath } from '#src/core/session/return-path.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { noteScan } from '../api/keep-scan.ts'

const noteAddress = async (search: string): Promise<void> => {
  const address = new URLSearchParams(search)
  const sessionId = parseId(address.get('session') ?? '')
  const code = address.get('code')
  if (sessionId !== null && code !== null) await noteScan(sessionId, code)
}

/**
 * /attendance/check-in for somebody who is not signed in: tells the server that this browser has the code now, as it is
 * old by the time that the person is signed in. Then they sign in and come back.
 */
export const ScanPage = () => {
  const { t } = useTranslation('attendance')
  const { pathname, search } = useLocation()
  const [isNoted, setIsNoted] = useState(false)
  useEffect(() => {
    rememberReturnPath(`${pathname}${search}`)
    void noteAddress(search).then(() => setIsNoted(true))
  }, [pathname, search])
  if (isNoted) return <Navigate to={paths.login} replace />
  return (
    <main id="main" className="mx-auto max-w-md p-4 pt-24" aria-busy="true">
      <span role="status" className="sr-only">
        {t('checkIn.loading')}
      </span>
      <Skeleton className="h-64 rounded-xl" />
    </main>
  )
}
