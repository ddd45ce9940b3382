import { showSerial } from '#contract/certificates/serial.ts'

/** Pages of the app that notifications lead to. */
export const CERTIFICATES_PATH = '/certificates'
export const certificatesPath = (serial: string): string => `${CERTIFICATES_PATH}/${showSerial(serial)}`
