#include "cli/exit_code.h"

namespace lakehouse::app {

using base::ErrorCode;

int exitCode(ErrorCode code)
{
    switch (code) {
    // NotAllowed: another system refused our credentials or rights; a setting there or here is to be changed, no decision is awaited.
    case ErrorCode::InvalidInput: case ErrorCode::NotFound: case ErrorCode::AlreadyExists: case ErrorCode::Unsupported: case ErrorCode::NotAllowed: return 2;
    case ErrorCode::Unreachable: case ErrorCode::TimedOut: case ErrorCode::Busy: case ErrorCode::ExternalFailure: return 3;
    case ErrorCode::Stale: case ErrorCode::NeedsReason: case ErrorCode::RefusedByRule: return 4;
    case ErrorCode::Cancelled: return 5;
    case ErrorCode::Corrupt: case ErrorCode::Internal: break;
    }
    return 70;
}

int exitCode(api::Verdict verdict)
{
    switch (verdict) {
    case api::Verdict::Fine: return 0;
    case api::Verdict::Found: return 1;
    case api::Verdict::NeedsPerson: return 4;
    }
    return 70;
}

} // namespace lakehouse::app
