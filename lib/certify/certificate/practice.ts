// What a certificate is worth that nobody but its vendor could have looked into: it is one for practice.

/** How the warning of a run begins that has not checked whose server answered. */
export const uncheckedCertificates = 'Certificates were not checked';
export const isUnchecked = (warning: string): boolean => warning.startsWith(uncheckedCertificates);
