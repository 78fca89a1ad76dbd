// The reason given for a request that was not sent, or was given up, because the run was interrupted.
export const wasInterrupted = 'the run was interrupted';
