/** Where a certificate is shown outside of the product. Pure. */
import { showSerial, verifyPath } from '#contract/certificates/serial.ts'
import type { Certificate } from '#contract/certificates/shapes.ts'

export const verifyAddress = (serial: string, origin: string): string =>
  new URL(verifyPath(serial), origin).href

const yearAndMonth = (day: string) => {
  const [year = '', month = ''] = day.split('-')
  return { year, month: String(Number(month)) }
}

/** LinkedIn's "Add to profile", with every field that it knows; the number stays the same for ever (CE9). */
export const linkedInAddress = (
  certificate: Pick<Certificate, 'title' | 'issuer_name' | 'issued_on' | 'expires_on' | 'serial'>,
  origin: string,
): string => {
  const issued = yearAndMonth(certificate.issued_on)
  const expires = certificate.expires_on === null ? null : yearAndMonth(certificate.expires_on)
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: certificate.title,
    organizationName: certificate.issuer_name,
    issueYear: issued.year,
    issueMonth: issued.month,
    ...(expires && { expirationYear: expires.year, expirationMonth: expires.month }),
    certUrl: verifyAddress(certificate.serial, origin),
    certId: showSerial(certificate.serial),
  })
  return `https://www.linkedin.com/profile/add?${query}`
}

/** Copying Devanagari and Arabic out of the PDF doubles letters (typst 4225, 8767). */
export const doublesLetters = ({
  recipient_name: name,
  title,
}: Pick<Certificate, 'recipient_name' | 'title'>): boolean =>
  /[\p{Script=Devanagari}\p{Script=Arabic}]/u.test(`${name} ${title}`)
