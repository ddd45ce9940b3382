import { useLocation, useParams } from 'react-router-dom'
import { programmePath, programmeSlugs } from '#contract/money/programme-slugs.ts'
import { ProgrammePage } from './ProgrammePage.tsx'
import { TestCheckoutPage } from './TestCheckoutPage.tsx'

/** /flagship-program-payment, /nanodegree-program-payment and /test-checkout/{checkoutId}. */
export const ProgrammePages = () => {
  const { pathname } = useLocation()
  const { checkoutId } = useParams()
  const slug = programmeSlugs.find((each) => pathname.startsWith(programmePath(each)))
  if (slug) return <ProgrammePage key={slug} slug={slug} />
  return <TestCheckoutPage checkoutId={checkoutId ?? ''} />
}
