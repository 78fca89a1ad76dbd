// Animal Store: the animal catalogue (/v1) and the quickstart message endpoint (/quickstart).
// Go standard library only (net/http with 1.22 patterns), in-memory storage.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

var petStatuses = []string{"available", "pending", "sold"}

type newPet struct {
	Name       *string `json:"name"`
	CategoryID *int64  `json:"categoryId"`
	Status     *string `json:"status"`
}

type pet struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	CategoryID int64  `json:"categoryId"`
	Status     string `json:"status"`
}

type message struct {
	ID        string    `json:"id"`
	Message   string    `json:"message"`
	Status    string    `json:"status"`
	CreatedAt time.Time `json:"createdAt"`
}

type apiError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Status  int    `json:"status"`
}

// store keeps the pets in order of their ids; pets[i] has the id i+1.
type store struct {
	mu   sync.RWMutex
	pets []pet
}

func (s *store) add(p pet) pet {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.ID = int64(len(s.pets)) + 1
	s.pets = append(s.pets, p)
	return p
}

func (s *store) get(id int64) (pet, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if id < 1 || id > int64(len(s.pets)) {
		return pet{}, false
	}
	return s.pets[id-1], true
}

func (s *store) list(status string, limit int) []pet {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := []pet{} // never nil: an empty list is [] and not null
	for _, p := range s.pets {
		if len(out) == limit {
			break
		}
		if status == "" || p.Status == status {
			out = append(out, p)
		}
	}
	return out
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		log.Printf("write response: %v", err)
	}
}

func writeError(w http.ResponseWriter, status int, code, msg string) {
	writeJSON(w, status, apiError{Code: code, Message: msg, Status: status})
}

// readJSON decodes the body, which must be exactly one JSON value, into dst. On failure it answers itself.
func readJSON(w http.ResponseWriter, r *http.Request, dst any) bool {
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	err := dec.Decode(dst)
	if err == nil {
		if _, err = dec.Token(); err == io.EOF {
			return true
		}
		if err == nil {
			err = errors.New("body must hold a single JSON value")
		}
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		writeError(w, http.StatusRequestEntityTooLarge, "body_too_large", err.Error())
	} else {
		writeError(w, http.StatusBadRequest, "invalid_body", err.Error())
	}
	return false
}

func (s *store) listPets(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit := 20
	if v := q.Get("limit"); v != "" {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > 100 {
			writeError(w, http.StatusBadRequest, "invalid_parameter", "limit must be an integer from 1 to 100")
			return
		}
		limit = n
	}
	status := q.Get("status")
	if status != "" && !slices.Contains(petStatuses, status) {
		writeError(w, http.StatusBadRequest, "invalid_parameter", "status must be one of available, pending, sold")
		return
	}
	writeJSON(w, http.StatusOK, s.list(status, limit))
}

func (s *store) createPet(w http.ResponseWriter, r *http.Request) {
	var in newPet
	if !readJSON(w, r, &in) {
		return
	}
	status := "available"
	if in.Status != nil {
		status = *in.Status
	}
	switch {
	case in.Name == nil:
		writeError(w, http.StatusBadRequest, "invalid_body", "name is required")
	case in.CategoryID == nil:
		writeError(w, http.StatusBadRequest, "invalid_body", "categoryId is required")
	case !slices.Contains(petStatuses, status):
		writeError(w, http.StatusBadRequest, "invalid_body", "status must be one of available, pending, sold")
	default:
		writeJSON(w, http.StatusCreated, s.add(pet{Name: *in.Name, CategoryID: *in.CategoryID, Status: status}))
	}
}

// getPet is deprecated, to be removed on 5 December 2030: use GET /pets with the status filter.
func (s *store) getPet(w http.ResponseWriter, r *http.Request) {
	// An id that is no integer cannot belong to any pet, hence 404 as well.
	id, err := strconv.ParseInt(r.PathValue("petId"), 10, 64)
	p, ok := s.get(id)
	if err != nil || !ok {
		writeError(w, http.StatusNotFound, "pet_not_found", "no pet with id "+r.PathValue("petId"))
		return
	}
	writeJSON(w, http.StatusOK, p)
}

func sendMessage(w http.ResponseWriter, r *http.Request) {
	if mt, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || mt != "application/json" {
		writeError(w, http.StatusBadRequest, "invalid_content_type", "Content-Type must be application/json")
		return
	}
	var in struct {
		Message *string `json:"message"`
	}
	if !readJSON(w, r, &in) {
		return
	}
	if in.Message == nil {
		writeError(w, http.StatusBadRequest, "invalid_body", "message is required")
		return
	}
	id := make([]byte, 12)
	rand.Read(id)
	writeJSON(w, http.StatusOK, message{
		ID: "msg_" + hex.EncodeToString(id), Message: *in.Message, Status: "queued", CreatedAt: time.Now().UTC(),
	})
}

func requireKey(key string, next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(key))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		got := sha256.Sum256([]byte(token))
		if !ok || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			writeError(w, http.StatusUnauthorized, "unauthorized", "missing or invalid API key")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func methodNotAllowed(allow string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allow)
		writeError(w, http.StatusMethodNotAllowed, "method_not_allowed", r.Method+" is not allowed here")
	}
}

func main() {
	key, port := os.Getenv("ANIMAL_STORE_API_KEY"), os.Getenv("PORT")
	if key == "" || port == "" {
		log.Fatal("PORT and ANIMAL_STORE_API_KEY must be set")
	}
	s := &store{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/pets", s.listPets)
	mux.HandleFunc("POST /v1/pets", s.createPet)
	mux.HandleFunc("GET /v1/pets/{petId}", s.getPet)
	mux.HandleFunc("GET /v1/store/orders", func(w http.ResponseWriter, r *http.Request) {
		writeJSON(w, http.StatusOK, []any{})
	})
	mux.HandleFunc("POST /quickstart/messages", sendMessage)
	// ServeMux's own 404 and 405 are plain text; these give them the Error shape.
	mux.HandleFunc("/v1/pets", methodNotAllowed("GET, HEAD, POST"))
	mux.HandleFunc("/v1/pets/{petId}", methodNotAllowed("GET, HEAD"))
	mux.HandleFunc("/v1/store/orders", methodNotAllowed("GET, HEAD"))
	mux.HandleFunc("/quickstart/messages", methodNotAllowed("POST"))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeError(w, http.StatusNotFound, "not_found", "no such resource")
	})

	srv := &http.Server{Addr: net.JoinHostPort("127.0.0.1", port), Handler: requireKey(key, mux), ReadHeaderTimeout: 5 * time.Second}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() { srv.Shutdown(context.Background()) })
	log.Printf("listening on %s", srv.Addr)
	if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}
