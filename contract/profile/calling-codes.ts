/**
 * Country calling codes (ITU-T E.164). Numbers are checked by length only: number ranges change every month, and a text
 * message is what proves a number (docs/decisions/accounts/check-phone-numbers-by-length.md).
 */
const CODES =
  'AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AS1684 AT43 AU61 AW297 AZ994 BA387 BB1246 BD880 BE32 BF226 ' +
  'BG359 BH973 BI257 BJ229 BM1441 BN673 BO591 BR55 BS1242 BT975 BW267 BY375 BZ501 CA1 CD243 CF236 CG242 CH41 CI225 ' +
  'CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599 CY357 CZ420 DE49 DJ253 DK45 DM1767 DO1809 DZ213 EC593 EE372 ' +
  'EG20 ER291 ES34 ET251 FI358 FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1473 GE995 GF594 GH233 GI350 GL299 GM220 ' +
  'GN224 GP590 GQ240 GR30 GT502 GU1671 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IN91 IQ964 IR98 ' +
  'IS354 IT39 JM1876 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1869 KP850 KR82 KW965 KY1345 KZ7 LA856 LB961 LC1758 ' +
  'LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MG261 MH692 MK389 ML223 MM95 MN976 MO853 ' +
  'MP1670 MQ596 MR222 MS1664 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NG234 NI505 NL31 NO47 NP977 ' +
  'NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1787 PS970 PT351 PW680 PY595 QA974 RE262 ' +
  'RO40 RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ' +
  'ST239 SV503 SX1721 SY963 SZ268 TC1649 TD235 TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1868 TV688 ' +
  'TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA379 VC1784 VE58 VG1284 VI1340 VN84 VU678 WF681 WS685 XK383 YE967 ZA27 ' +
  'ZM260 ZW263'

/** ISO 3166 country to its digits without the plus. */
export const callingCodes: ReadonlyMap<string, string> = new Map(
  CODES.split(' ').map((entry) => [entry.slice(0, 2), entry.slice(2)]),
)

/** Of countries that share a code, the one to show. */
const MAIN: ReadonlySet<string> = new Set(['US', 'RU'])

/** Lengths of national numbers that are fixed and often mistyped. */
const LENGTHS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  AE: [8, 9],
  BH: [8, 8],
  CA: [10, 10],
  EG: [8, 10],
  GB: [9, 10],
  IN: [10, 10],
  KW: [7, 8],
  NP: [8, 10],
  OM: [7, 8],
  PK: [8, 10],
  QA: [7, 8],
  SA: [8, 9],
  US: [10, 10],
}

export type PhoneProblem = 'too_short' | 'too_long' | 'country'

/** Digits of any script as ASCII digits; everything else that people write in numbers goes. */
const digitsOf = (text: string) =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 48
    let zero = point
    while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String(point - zero)
  })

/** The country of a number in E.164 and its national part; null for an unknown country. */
export const splitPhone = (e164: string): { country: string; national: string } | null => {
  const digits = e164.replaceAll(/\D/g, '')
  let best: { country: string; code: string } | null = null
  for (const [country, code] of callingCodes) {
    if (!digits.startsWith(code)) continue
    const isBetter = !best || code.length > best.code.length || (code === best.code && MAIN.has(country))
    if (isBetter) best = { country, code }
  }
  return best && { country: best.country, national: digits.slice(best.code.length) }
}

/** A number as it was typed, in E.164. A number with a plus names its own country. */
export const toE164 = (country: string, typed: string): { number: string } | { problem: PhoneProblem } => {
  const text = digitsOf(typed).replaceAll(/[\s().\-\u2010-\u2015\u200e\u200f/]/g, '')
  if (text.startsWith('+')) return checkE164(text)
  const code = callingCodes.get(country)
  if (code === undefined || !/^\d*$/.test(text)) return { problem: 'country' }
  // The zero before the area code is not dialled from abroad; Italy keeps it.
  return checkE164(`+${code}${country === 'IT' ? text : text.replace(/^0/, '')}`)
}

const E164_MAX_DIGITS = 15
const NATIONAL_MIN_DIGITS = 4

/** Checks a number that begins with a plus. */
export const checkE164 = (number: string): { number: string } | { problem: PhoneProblem } => {
  const parts = /^\+\d+$/.test(number) ? splitPhone(number) : null
  if (!parts) return { problem: 'country' }
  const code = callingCodes.get(parts.country) ?? ''
  const [min, max] = LENGTHS[parts.country] ?? [NATIONAL_MIN_DIGITS, E164_MAX_DIGITS - code.length]
  if (parts.national.length < min) return { problem: 'too_short' }
  return parts.national.length > max ? { problem: 'too_long' } : { number }
}
